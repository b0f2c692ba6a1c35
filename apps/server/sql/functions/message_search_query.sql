-- What one person typed, as a query on `messages.search`: each word as a prefix, and every pair of characters. Null where it has no terms.
CREATE OR REPLACE FUNCTION message_search_query(account uuid, typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_agg(quote_literal(message_search_key(account) || term) || CASE WHEN is_prefix THEN ':*' ELSE '' END, ' & ')::tsquery
  FROM (
    SELECT left(word[1], 60) AS term, true AS is_prefix FROM regexp_matches(
      regexp_replace(search_fold(typed), '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', ' ', 'g'), '[[:alnum:]]+', 'g') AS word
    UNION
    SELECT substr(run[1], n, 2), length(run[1]) = 1
      FROM regexp_matches(search_fold(typed), '[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7a3]+', 'g') AS run,
        generate_series(1, greatest(1, length(run[1]) - 1)) AS n
  ) terms
$$;
