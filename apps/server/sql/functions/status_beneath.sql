-- What the status of a suspended account is once its suspension ends.
CREATE OR REPLACE FUNCTION status_beneath(of_account uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM account_closings WHERE account_id = a.id AND closed_at IS NULL) THEN 'closing'
    WHEN a.email IS NOT NULL AND a.email_verified_at IS NULL THEN 'pending_email' ELSE 'active' END
  FROM accounts a WHERE a.id = of_account
$$;
