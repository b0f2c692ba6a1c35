-- The tokens of a text: words unchanged, words stemmed in its language, and pairs of characters.
CREATE OR REPLACE FUNCTION search_vector(source text, language regconfig) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('pg_catalog.simple', folded) || to_tsvector(language, folded) || array_to_tsvector(search_pairs(folded))
  FROM (SELECT search_fold(source) AS folded) f
$$;
