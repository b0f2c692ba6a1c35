-- Which version of the terms somebody has accepted, when, and where: what a court would ask for. Rows are only ever added.

CREATE TABLE terms_acceptances (
  account_id uuid NOT NULL REFERENCES accounts,
  -- Empty where the operator names no versions.
  version text COLLATE "C" NOT NULL CHECK (length(version) <= 20),
  accepted_at timestamptz NOT NULL DEFAULT app_now(),
  locale text NOT NULL CHECK (length(locale) BETWEEN 2 AND 20),
  form text NOT NULL CHECK (form IN ('fan', 'creator', 'google', 'twitter', 'terms_changed')),
  PRIMARY KEY (account_id, version)
);
CREATE TRIGGER terms_acceptances_append_only BEFORE UPDATE OR TRUNCATE ON terms_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- They go with the person, when the thirty days of leaving are over, and never before.
CREATE FUNCTION refuse_forgetting_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM accounts a JOIN account_closings c ON c.account_id = a.id
    WHERE a.id = OLD.account_id AND a.status = 'closing' AND c.closes_at <= app_now()) THEN
    RAISE EXCEPTION 'terms_acceptances is append-only' USING ERRCODE = 'FL001';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER terms_acceptances_kept BEFORE DELETE ON terms_acceptances
  FOR EACH ROW EXECUTE FUNCTION refuse_forgetting_terms();

-- The newest version accepted, so that whoever is looked up for a request is looked up with it.
ALTER TABLE accounts ADD COLUMN terms_version text COLLATE "C" NOT NULL DEFAULT '';
