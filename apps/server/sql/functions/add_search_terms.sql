-- Sorted, so that two transactions that add the same terms cannot deadlock.
CREATE OR REPLACE FUNCTION add_search_terms(folded text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_terms (term)
    SELECT found.term FROM search_terms_of(folded) AS found(term)
    WHERE NOT EXISTS (SELECT FROM search_terms s WHERE s.term = found.term COLLATE "C") ORDER BY found.term ON CONFLICT DO NOTHING
$$;
