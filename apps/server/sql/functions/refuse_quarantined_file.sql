-- Refuses a row that uses a blocked file, whose column the trigger names. The file is locked: one that is being quarantined is waited for.
CREATE OR REPLACE FUNCTION refuse_quarantined_file() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  used uuid := (to_jsonb(NEW) ->> TG_ARGV[0])::uuid;
  now_is text;
BEGIN
  IF used IS NOT NULL THEN
    SELECT status INTO now_is FROM files WHERE id = used FOR SHARE;
    IF now_is = 'blocked' THEN
      RAISE EXCEPTION 'a blocked file is not used in %.%', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'FL451';
    END IF;
  END IF;
  RETURN NEW;
END $$;
