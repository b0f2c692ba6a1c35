-- Chinese, Japanese and Korean have no spaces between words: their tokens are pairs of neighbouring characters, and the last character of a
-- run by itself.
CREATE OR REPLACE FUNCTION search_pairs(source text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(run[1], n, 2)), '{}')
  FROM regexp_matches(source, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', 'g') AS run, generate_series(1, length(run[1])) AS n
$$;
