-- Whether a payer may not know of a performer, for statements that decide and charge at once: the pieces of access/visibility-sql.ts,
-- without age and without exceptions for staff and oneself, since a renewal has no request. The country is the payer's where they are
-- present, otherwise null. visibility.test.ts compares it with the rule in access/visibility.ts.
CREATE OR REPLACE FUNCTION performer_is_hidden(p_viewer uuid, p_performer uuid, p_country text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM blocked_with(p_viewer) b(id) WHERE b.id = p_performer)
    OR EXISTS (SELECT FROM country_blocks WHERE performer_id = p_performer AND country = p_country)
    OR EXISTS (SELECT FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.id = p_performer AND performer_is_closed(a.status, p.verification_status));
END $$;
