package comity.search;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Reads traditional Chinese signs as simplified ones, so that either finds the other. */
final class HanFilter extends TokenFilter {
  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

  HanFilter(TokenStream input) {
    super(input);
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (!input.incrementToken()) {
      return false;
    }
    char[] signs = term.buffer();
    for (int i = 0; i < term.length(); i++) {
      signs[i] = Han.simple(signs[i]);
    }
    return true;
  }
}
