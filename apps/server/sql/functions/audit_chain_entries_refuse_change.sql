-- Rows are append-only. The one change allowed is to erase the salt of a closed account's entry.
CREATE OR REPLACE FUNCTION audit_chain_entries_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.position, NEW.entry_id, NEW.written_at, NEW.personal, NEW.digest)
      IS NOT DISTINCT FROM (OLD.position, OLD.entry_id, OLD.written_at, OLD.personal, OLD.digest)
    AND NEW.salt IS NULL AND audit_author_left((SELECT actor_id FROM audit_log WHERE id = OLD.entry_id)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'FL001';
END $$;
