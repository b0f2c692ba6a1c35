-- The text search configuration of a language code; `simple` where PostgreSQL has none.
CREATE OR REPLACE FUNCTION search_language(code text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE left(lower(code), 2) WHEN 'en' THEN 'pg_catalog.english' WHEN 'ar' THEN 'pg_catalog.arabic' WHEN 'fr' THEN 'pg_catalog.french'
    WHEN 'de' THEN 'pg_catalog.german' WHEN 'es' THEN 'pg_catalog.spanish' WHEN 'it' THEN 'pg_catalog.italian' WHEN 'pt' THEN 'pg_catalog.portuguese'
    WHEN 'nl' THEN 'pg_catalog.dutch' WHEN 'ru' THEN 'pg_catalog.russian' WHEN 'sv' THEN 'pg_catalog.swedish' WHEN 'da' THEN 'pg_catalog.danish'
    WHEN 'no' THEN 'pg_catalog.norwegian' WHEN 'nb' THEN 'pg_catalog.norwegian' WHEN 'fi' THEN 'pg_catalog.finnish' WHEN 'tr' THEN 'pg_catalog.turkish'
    WHEN 'hu' THEN 'pg_catalog.hungarian' WHEN 'ro' THEN 'pg_catalog.romanian' WHEN 'el' THEN 'pg_catalog.greek' WHEN 'ca' THEN 'pg_catalog.catalan'
    WHEN 'id' THEN 'pg_catalog.indonesian' WHEN 'hi' THEN 'pg_catalog.hindi' WHEN 'sr' THEN 'pg_catalog.serbian' ELSE 'pg_catalog.simple' END::regconfig
$$;
