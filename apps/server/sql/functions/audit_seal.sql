-- Adds committed entries to the hash chain of the audit log, in one batch; one session at a time. Only committed rows are visible, so a link
-- never disappears.
CREATE OR REPLACE FUNCTION audit_seal(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before audit_seals;
  made audit_seals;
  done integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205759406) THEN
    RETURN 0;
  END IF;
  SELECT * INTO before FROM audit_seals ORDER BY number DESC LIMIT 1;
  WITH chosen AS (
    SELECT coalesce(before.last_position, 0) + row_number() OVER (ORDER BY l.id) AS position, l AS entry, l.id, u.written_at,
      uuid_send(gen_random_uuid()) AS salt
    FROM audit_unsealed u JOIN audit_log l ON l.id = u.entry_id ORDER BY l.id LIMIT p_limit
  ), linked AS (
    INSERT INTO audit_links (position, entry_id, written_at, salt, personal, digest)
    SELECT position, id, written_at, salt, personal, audit_digest(position, entry, written_at, personal)
    FROM (SELECT *, audit_personal(salt, entry) AS personal FROM chosen) digested
    RETURNING position, entry_id, digest
  ), taken AS (
    DELETE FROM audit_unsealed WHERE entry_id IN (SELECT entry_id FROM linked)
  )
  SELECT count(*), min(position), max(position), (array_agg(entry_id ORDER BY position))[1], (array_agg(entry_id ORDER BY position DESC))[1],
    sha256(string_agg(digest, '' ORDER BY position))
  INTO done, made.first_position, made.last_position, made.first_entry, made.last_entry, made.entries_hash FROM linked;
  IF done = 0 THEN
    RETURN 0;
  END IF;
  made.number := coalesce(before.number, 0) + 1;
  made.previous_hash := coalesce(before.hash, decode(repeat('00', 32), 'hex'));
  made.sealed_at := app_now();
  made.hash := sha256(audit_canonical(made.number::text, made.first_position::text, made.last_position::text, made.first_entry::text,
    made.last_entry::text, encode(made.entries_hash, 'hex'), encode(made.previous_hash, 'hex'), audit_microseconds(made.sealed_at)));
  INSERT INTO audit_seals SELECT made.*;
  RETURN done;
END $$;
