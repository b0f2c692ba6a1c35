-- Adds the terms of a creator's profile to those that typing errors are corrected against.
CREATE OR REPLACE FUNCTION listing_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_terms(NEW.search_text);
  RETURN NULL;
END $$;
