-- A suspension lies over what an account is without it: leaving, waiting for its address, or in use. Once it is over, that is what it is again.

CREATE FUNCTION status_beneath(of_account uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM account_closings WHERE account_id = a.id AND closed_at IS NULL) THEN 'closing'
    WHEN a.email IS NOT NULL AND a.email_verified_at IS NULL THEN 'pending_email' ELSE 'active' END
  FROM accounts a WHERE a.id = of_account
$$;
-- What the account is when its closing is taken back follows from the same.
ALTER TABLE account_closings DROP COLUMN status_before;

CREATE INDEX accounts_suspended_until ON accounts (status_until) WHERE status = 'suspended' AND status_until IS NOT NULL;
