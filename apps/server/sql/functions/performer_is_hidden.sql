-- Whether a viewer may not know of a performer, for statements that decide and write at once. A test compares it with the rule of the access module.
CREATE OR REPLACE FUNCTION performer_is_hidden(p_viewer uuid, p_performer uuid, p_country text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM blocks WHERE blocker_id = p_performer AND blocked_id = p_viewer)
    OR EXISTS (SELECT FROM blocks WHERE blocker_id = p_viewer AND blocked_id = p_performer)
    OR EXISTS (SELECT FROM country_blocks WHERE performer_id = p_performer AND country = p_country)
    OR EXISTS (SELECT FROM accounts a JOIN performers p ON p.account_id = a.id
      WHERE a.id = p_performer AND (a.status IN ('suspended', 'closing', 'closed') OR p.verification_status NOT IN ('approved', 'expired')));
END $$;
