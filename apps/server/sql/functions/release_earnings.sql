-- Moves earnings whose hold is over from pending to available, one ledger transaction a performer. Skips rows that are locked.
CREATE OR REPLACE FUNCTION release_earnings(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  released record;
  done integer := 0;
BEGIN
  FOR released IN
    SELECT performer_id, array_agg(id ORDER BY id) AS ids, sum(net)::bigint AS net FROM (
      SELECT id, performer_id, net FROM earnings WHERE status = 'pending' AND available_at <= app_now()
      ORDER BY available_at LIMIT p_limit FOR UPDATE SKIP LOCKED) due
    GROUP BY performer_id ORDER BY performer_id
  LOOP
    IF released.net > 0 THEN
      PERFORM ledger_post(uuid_v7(), 'release:' || released.ids[1], 'release', NULL, NULL, jsonb_build_object('earnings', cardinality(released.ids)),
        ARRAY[ledger_account('performer_pending', released.performer_id, 'TOK')],
        ARRAY[ledger_account('performer_available', released.performer_id, 'TOK')], ARRAY[released.net]);
    END IF;
    UPDATE earnings SET status = 'available' WHERE id = ANY(released.ids);
    done := done + cardinality(released.ids);
  END LOOP;
  RETURN done;
END $$;
