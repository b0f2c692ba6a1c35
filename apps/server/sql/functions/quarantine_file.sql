-- Blocks a file that is a copy of one under withdrawn consent, before anything of it is seen.
CREATE OR REPLACE FUNCTION quarantine_file() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF is_quarantined(NEW) THEN
    NEW.blocked_from := NEW.status;
    NEW.status := 'blocked';
    NEW.error_code := 'CONSENT_WITHDRAWN';
  END IF;
  RETURN NEW;
END $$;
