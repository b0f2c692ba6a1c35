-- Copies a performer's blocked countries to their listing, once a statement because countries come by the dozen. Takes the same lock as
-- refresh_listing.
CREATE OR REPLACE FUNCTION closed_countries_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one uuid;
BEGIN
  FOR one IN SELECT DISTINCT performer_id FROM changed ORDER BY performer_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended(one::text, 7205759411));
    UPDATE performer_listings SET closed_to = ARRAY(SELECT country FROM country_blocks WHERE performer_id = one) WHERE performer_id = one;
  END LOOP;
  RETURN NULL;
END $$;
