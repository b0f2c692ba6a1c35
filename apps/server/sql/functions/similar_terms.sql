-- The terms nearest to a misspelt one, best first. Short ones share few trigrams with what was meant.
CREATE OR REPLACE FUNCTION similar_terms(misspelt text) RETURNS SETOF text LANGUAGE sql STABLE
SET pg_trgm.similarity_threshold = 0.25 AS $$
  SELECT term FROM search_terms
  WHERE abs(length(term) - length(misspelt)) <= 2 AND term % misspelt
    AND similarity(term, misspelt) >= CASE WHEN length(misspelt) <= 4 THEN 0.25 ELSE 0.3 END
  ORDER BY similarity(term, misspelt) DESC, term LIMIT 3
$$;
