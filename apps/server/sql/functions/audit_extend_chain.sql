-- Adds committed entries to the hash chain of the audit log, in one batch; one session at a time. Only committed rows are visible, so a link
-- never disappears.
CREATE OR REPLACE FUNCTION audit_extend_chain(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before audit_chain_links;
  added audit_chain_links;
  done integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(7205759406) THEN
    RETURN 0;
  END IF;
  SELECT * INTO before FROM audit_chain_links ORDER BY number DESC LIMIT 1;
  WITH chosen AS (
    SELECT coalesce(before.last_position, 0) + row_number() OVER (ORDER BY l.id) AS position, l AS entry, l.id, u.written_at,
      uuid_send(gen_random_uuid()) AS salt
    FROM audit_unchained u JOIN audit_log l ON l.id = u.entry_id ORDER BY l.id LIMIT p_limit
  ), linked AS (
    INSERT INTO audit_chain_entries (position, entry_id, written_at, salt, personal, digest)
    SELECT position, id, written_at, salt, personal, audit_digest(position, entry, written_at, personal)
    FROM (SELECT *, audit_personal(salt, entry) AS personal FROM chosen) digested
    RETURNING position, entry_id, digest
  ), taken AS (
    DELETE FROM audit_unchained WHERE entry_id IN (SELECT entry_id FROM linked)
  )
  SELECT count(*), min(position), max(position), (array_agg(entry_id ORDER BY position))[1], (array_agg(entry_id ORDER BY position DESC))[1],
    sha256(string_agg(digest, '' ORDER BY position))
  INTO done, added.first_position, added.last_position, added.first_entry, added.last_entry, added.entries_hash FROM linked;
  IF done = 0 THEN
    RETURN 0;
  END IF;
  added.number := coalesce(before.number, 0) + 1;
  added.previous_hash := coalesce(before.hash, decode(repeat('00', 32), 'hex'));
  added.chained_at := app_now();
  added.hash := sha256(audit_canonical(added.number::text, added.first_position::text, added.last_position::text, added.first_entry::text,
    added.last_entry::text, encode(added.entries_hash, 'hex'), encode(added.previous_hash, 'hex'), audit_microseconds(added.chained_at)));
  INSERT INTO audit_chain_links SELECT added.*;
  RETURN done;
END $$;
