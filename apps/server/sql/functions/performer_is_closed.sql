-- Whether a performer is closed to everybody but those who bought something, by the status of the account and of the verification.
-- PostgreSQL replaces the call by the expression.
CREATE OR REPLACE FUNCTION performer_is_closed(p_account_status text, p_verification_status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_account_status IN ('suspended', 'closing', 'closed') OR p_verification_status NOT IN ('approved', 'expired')
$$;
