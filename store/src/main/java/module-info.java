/** What is kept: files and databases. */
module comity.store {
  requires transitive comity.protocol;
  requires static transitive org.jspecify;
  requires java.sql;
  requires org.tomlj;
  requires org.xerial.sqlitejdbc;

  exports comity.files;
  exports comity.project;
  exports comity.store;
  exports comity.tokens;
}
