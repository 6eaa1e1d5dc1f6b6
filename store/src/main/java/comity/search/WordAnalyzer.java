package comity.search;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * The words of a text in any mix of languages: English ones by their stem and without those that
 * say nothing, Chinese, Japanese and Korean as pairs of signs.
 */
final class WordAnalyzer extends Analyzer {
  @Override
  protected TokenStreamComponents createComponents(String field) {
    StandardTokenizer words = new StandardTokenizer();
    TokenStream stream = new EnglishPossessiveFilter(new CJKWidthFilter(words));
    stream = new HanFilter(new LowerCaseFilter(stream));
    stream = new StopFilter(new CJKBigramFilter(stream), EnglishAnalyzer.getDefaultStopSet());
    return new TokenStreamComponents(words, new PorterStemFilter(stream));
  }

  @Override
  protected TokenStream normalize(String field, TokenStream in) {
    return new LowerCaseFilter(new CJKWidthFilter(in));
  }
}
