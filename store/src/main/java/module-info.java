/** What is kept: files and databases. */
module comity.store {
  requires transitive comity.protocol;
  requires static transitive org.jspecify;
  requires com.microsoft.onnxruntime;
  requires java.logging;
  requires java.sql;
  requires org.apache.lucene.analysis.common;
  requires org.apache.lucene.core;
  requires org.tomlj;
  requires org.xerial.sqlitejdbc;

  exports comity.files;
  exports comity.hookfiles;
  exports comity.meaning;
  exports comity.project;
  exports comity.recall;
  exports comity.search;
  exports comity.sessionfiles;
  exports comity.store;
  exports comity.tokens;
}
