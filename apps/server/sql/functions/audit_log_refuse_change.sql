-- Rows are append-only. The one change allowed is to erase the personal fields of a closed account.
CREATE OR REPLACE FUNCTION audit_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.actor_id, NEW.action, NEW.target_type, NEW.target_id, NEW.request_id, NEW.created_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.actor_id, OLD.action, OLD.target_type, OLD.target_id, OLD.request_id, OLD.created_at)
    AND NEW.reason = '' AND num_nonnulls(NEW.before, NEW.after, NEW.address) = 0 AND audit_author_left(OLD.actor_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'FL001';
END $$;
