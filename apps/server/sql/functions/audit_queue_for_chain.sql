-- Queues a new entry for audit_extend_chain, with the time at which it was really written.
CREATE OR REPLACE FUNCTION audit_queue_for_chain() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unchained VALUES (NEW.id, app_now());
  RETURN NULL;
END $$;
