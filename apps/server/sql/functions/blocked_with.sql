-- The accounts between which and this one there is a block, whichever of the two made it. PostgreSQL replaces the call by the statement,
-- unless the argument is a subquery.
CREATE OR REPLACE FUNCTION blocked_with(p_account uuid) RETURNS SETOF uuid LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT blocked_id FROM blocks WHERE blocker_id = p_account UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = p_account
$$;
