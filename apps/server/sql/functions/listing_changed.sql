-- Refreshes the listing of the performer whose account, profile, plan or published work changed.
CREATE OR REPLACE FUNCTION listing_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_listing(CASE TG_TABLE_NAME WHEN 'accounts' THEN (to_jsonb(NEW) ->> 'id')::uuid WHEN 'performers' THEN (to_jsonb(NEW) ->> 'account_id')::uuid
    ELSE (to_jsonb(coalesce(NEW, OLD)) ->> 'performer_id')::uuid END);
  RETURN NULL;
END $$;
