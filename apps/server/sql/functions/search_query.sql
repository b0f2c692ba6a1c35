-- What someone typed, as a query on search_vector: words unchanged or stemmed in the reader's language, and every pair of characters.
CREATE OR REPLACE FUNCTION search_query(source text, language regconfig) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (websearch_to_tsquery('pg_catalog.simple', spaced) || websearch_to_tsquery(language, spaced)) && coalesce(pairs, ''::tsquery)
  FROM (SELECT regexp_replace(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', ' ', 'g') AS spaced, (
      SELECT string_agg('''' || piece || '''' || CASE WHEN length(piece) = 1 THEN ':*' ELSE '' END, ' & ')::tsquery FROM (
        SELECT substr(run[1], n, 2) AS piece
        FROM regexp_matches(folded, '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', 'g') AS run,
          generate_series(1, greatest(1, length(run[1]) - 1)) AS n) pieces) AS pairs
    FROM (SELECT search_fold(source) AS folded) f) read
$$;
