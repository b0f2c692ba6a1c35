-- What those who have a seat of a show have pledged for it, in hundredths of a token; without what a bank may take back, and what goes back as there is a
-- block between its owner and the creator.
CREATE OR REPLACE FUNCTION tokens_pledged(p_show uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(c.tokens - c.tokens_returned), 0)::bigint FROM purchases u JOIN charges c ON c.id = u.charge_id
    WHERE u.object_id = p_show AND u.revoked_at IS NULL AND c.status <> 'disputed'
      AND NOT EXISTS (SELECT FROM blocks b WHERE (b.blocker_id, b.blocked_id) IN ((u.account_id, u.performer_id), (u.performer_id, u.account_id)))
$$;
