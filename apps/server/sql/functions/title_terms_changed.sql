-- Adds the terms of a post's title to those that typing errors are corrected against.
CREATE OR REPLACE FUNCTION title_terms_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_terms(NEW.title);
  RETURN NULL;
END $$;
