-- A job binds the audit log into a hash chain, so that whoever rewrites it is found out; what a person wrote in it can still be erased.

-- What waits for its seal, and when it was really written. A queue as the ledger has: writers share nothing.
CREATE TABLE audit_unsealed (
  entry_id bigint PRIMARY KEY,
  written_at timestamptz NOT NULL
);
CREATE FUNCTION audit_wait_for_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO audit_unsealed VALUES (NEW.id, app_now());
  RETURN NULL;
END $$;
CREATE TRIGGER audit_log_wait_for_seal AFTER INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_wait_for_seal();

-- The place of an entry in the chain. `personal` is the digest of what may be erased; without its salt nobody can guess what it was.
CREATE TABLE audit_links (
  position bigint PRIMARY KEY,
  entry_id bigint NOT NULL UNIQUE REFERENCES audit_log,
  written_at timestamptz NOT NULL,
  -- Null: erased.
  salt bytea CHECK (length(salt) = 16),
  personal bytea NOT NULL CHECK (length(personal) = 32),
  digest bytea NOT NULL CHECK (length(digest) = 32)
);
CREATE TABLE audit_seals (
  number bigint PRIMARY KEY,
  first_position bigint NOT NULL,
  last_position bigint NOT NULL CHECK (last_position >= first_position),
  first_entry bigint NOT NULL,
  last_entry bigint NOT NULL,
  entries_hash bytea NOT NULL CHECK (length(entries_hash) = 32),
  previous_hash bytea NOT NULL CHECK (length(previous_hash) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  sealed_at timestamptz NOT NULL
);
-- The last seal of a day, to be signed with a key that is not in the database.
CREATE TABLE audit_anchors (
  number bigint PRIMARY KEY,
  day date NOT NULL UNIQUE,
  seal bigint NOT NULL UNIQUE REFERENCES audit_seals,
  root bytea NOT NULL CHECK (length(root) = 32)
);
-- More than one where the secret was changed: the new one signs what the old one had signed.
CREATE TABLE audit_signatures (
  anchor bigint NOT NULL REFERENCES audit_anchors,
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 64),
  PRIMARY KEY (anchor, public_key)
);
-- What the last check found: one row.
CREATE TABLE audit_checks (
  is_last boolean PRIMARY KEY DEFAULT true CHECK (is_last),
  checked_at timestamptz NOT NULL DEFAULT app_now(),
  entries bigint NOT NULL,
  problem text,
  problem_entry bigint
);

-- Fields in a form that can't be read two ways: each with its length before it.
CREATE FUNCTION audit_canonical(VARIADIC p_fields text[]) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT convert_to(string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' ORDER BY place), 'UTF8')
  FROM unnest(p_fields) WITH ORDINALITY AS given(field, place)
$$;
CREATE FUNCTION audit_microseconds(p_at timestamptz) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (extract(epoch FROM p_at) * 1000000)::bigint::text
$$;
CREATE FUNCTION audit_personal(p_salt bytea, l audit_log) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_salt || audit_canonical(l.reason, l.before::text, l.after::text, l.address::text))
$$;
CREATE FUNCTION audit_digest(p_position bigint, l audit_log, p_written_at timestamptz, p_personal bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(audit_canonical(p_position::text, l.id::text, l.actor_id::text, l.action, l.target_type, l.target_id, l.request_id,
    audit_microseconds(l.created_at), audit_microseconds(p_written_at), encode(p_personal, 'hex')))
$$;

-- Seals what is committed, in one batch; one sealer at a time. Only committed rows are visible, so a seal never vanishes.
CREATE FUNCTION audit_seal(p_limit integer) RETURNS integer
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

CREATE FUNCTION audit_author_left(p_account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM account_closings WHERE account_id = p_account AND closed_at IS NOT NULL)
$$;
-- Nothing changes but one thing: what somebody wrote who has left is erased, and the salt of its digest with it.
CREATE FUNCTION audit_log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.actor_id, NEW.action, NEW.target_type, NEW.target_id, NEW.request_id, NEW.created_at)
      IS NOT DISTINCT FROM (OLD.id, OLD.actor_id, OLD.action, OLD.target_type, OLD.target_id, OLD.request_id, OLD.created_at)
    AND NEW.reason = '' AND num_nonnulls(NEW.before, NEW.after, NEW.address) = 0 AND audit_author_left(OLD.actor_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'FL001';
END $$;
DROP TRIGGER audit_log_append_only ON audit_log;
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_only_forgets BEFORE UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_refuse_change();
CREATE FUNCTION audit_links_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.position, NEW.entry_id, NEW.written_at, NEW.personal, NEW.digest)
      IS NOT DISTINCT FROM (OLD.position, OLD.entry_id, OLD.written_at, OLD.personal, OLD.digest)
    AND NEW.salt IS NULL AND audit_author_left((SELECT actor_id FROM audit_log WHERE id = OLD.entry_id)) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'FL001';
END $$;
CREATE TRIGGER audit_links_append_only BEFORE DELETE OR TRUNCATE ON audit_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_links_only_forget BEFORE UPDATE ON audit_links FOR EACH ROW EXECUTE FUNCTION audit_links_refuse_change();
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_signatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_signatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_anchors_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_anchors FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Runs in the transaction of the closing. Takes turns with the sealer, which would else seal what is just being erased.
CREATE FUNCTION audit_forget(p_account uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7205759406);
  UPDATE audit_links k SET salt = NULL FROM audit_log l WHERE l.id = k.entry_id AND l.actor_id = p_account AND k.salt IS NOT NULL;
  UPDATE audit_log SET reason = '', before = NULL, after = NULL, address = NULL
    WHERE actor_id = p_account AND (reason <> '' OR num_nonnulls(before, after, address) > 0);
END $$;

SELECT audit_forget(account_id) FROM account_closings WHERE closed_at IS NOT NULL;
INSERT INTO audit_unsealed SELECT id, created_at FROM audit_log;
