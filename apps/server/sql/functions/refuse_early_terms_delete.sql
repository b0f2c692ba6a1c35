-- Accepted terms are deleted with the account, when its closing is due, and never before.
CREATE OR REPLACE FUNCTION refuse_early_terms_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM accounts a JOIN account_closings c ON c.account_id = a.id
    WHERE a.id = OLD.account_id AND a.status = 'closing' AND c.closes_at <= app_now()) THEN
    RAISE EXCEPTION 'terms_acceptances is append-only' USING ERRCODE = 'FL001';
  END IF;
  RETURN OLD;
END $$;
