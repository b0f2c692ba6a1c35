-- The terms of a message: its words, and pairs of neighbouring characters where a language has no spaces between words.
CREATE OR REPLACE FUNCTION message_terms(source text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT left(word[1], 60) FROM regexp_matches(
      regexp_replace(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', ' ', 'g'), '[[:alnum:]]+', 'g') AS word)
    || search_pairs(folded)
  FROM (SELECT search_fold(source) AS folded) f
$$;
