-- Text as it is compared in search: without accents, width and case.
CREATE OR REPLACE FUNCTION search_fold(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, normalize(source, NFKC)));
