-- The distinct terms of folded text. Numbers, single characters and scripts without spaces between words have no typing errors to correct.
CREATE OR REPLACE FUNCTION search_terms_of(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT term FROM regexp_split_to_table(folded, '[^[:alnum:]]+') AS term
  WHERE length(term) BETWEEN 3 AND 30 AND term !~ '[0-9\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]'
$$;
