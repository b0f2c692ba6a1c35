-- Copies a performer's blocked countries to their listing, once per statement, because one statement changes many countries. Takes the same lock as
-- refresh_listing.
CREATE OR REPLACE FUNCTION closed_countries_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  performer uuid;
BEGIN
  FOR performer IN SELECT DISTINCT performer_id FROM changed ORDER BY performer_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(performer::text, 7205759411));
    UPDATE performer_listings SET closed_to = ARRAY(SELECT country FROM country_blocks WHERE performer_id = performer) WHERE performer_id = performer;
  END LOOP;
  RETURN NULL;
END $$;
