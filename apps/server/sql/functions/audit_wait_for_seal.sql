-- Queues a new entry for audit_seal, with the time at which it was really written.
CREATE OR REPLACE FUNCTION audit_wait_for_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unsealed VALUES (NEW.id, app_now());
  RETURN NULL;
END $$;
