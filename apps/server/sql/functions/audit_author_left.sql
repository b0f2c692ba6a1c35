-- Whether an account is closed for good: only then may what it wrote in the audit log be erased.
CREATE OR REPLACE FUNCTION audit_author_left(p_account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM account_closings WHERE account_id = p_account AND closed_at IS NOT NULL)
$$;
