-- Moves earnings whose hold is over from pending to available, one ledger transaction a performer. What is held for a dispute
-- waits for it. What the performer owes the site is paid
-- from it first. Skips rows that are locked.
CREATE OR REPLACE FUNCTION release_earnings(p_limit integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  released record;
  done integer := 0;
  owed bigint;
  pending bigint;
BEGIN
  FOR released IN
    SELECT performer_id, array_agg(id ORDER BY id) AS ids, sum(net)::bigint AS net FROM (
      SELECT id, performer_id, net - returned AS net FROM earnings WHERE status = 'pending' AND held = 0 AND available_at <= app_now()
      ORDER BY available_at LIMIT p_limit FOR UPDATE SKIP LOCKED) due
    GROUP BY performer_id ORDER BY performer_id
  LOOP
    IF released.net > 0 THEN
      -- Locked, so that two releases don't pay one debt twice.
      PERFORM FROM ledger_accounts WHERE kind = 'debt' AND owner_id = released.performer_id AND currency = 'TOK' FOR NO KEY UPDATE;
      owed := least(released.net, greatest(0, -ledger_balance_of('debt', released.performer_id, 'TOK')));
      pending := ledger_account('performer_pending', released.performer_id, 'TOK');
      PERFORM ledger_post(uuid_v7(), 'release:' || released.ids[1], 'release', NULL, NULL, jsonb_build_object('earnings', cardinality(released.ids)),
        array_fill(pending, ARRAY[(owed > 0)::int + (owed < released.net)::int]),
        CASE WHEN owed > 0 THEN ARRAY[ledger_account('debt', released.performer_id, 'TOK')] ELSE '{}' END
          || CASE WHEN owed < released.net THEN ARRAY[ledger_account('performer_available', released.performer_id, 'TOK')] ELSE '{}' END,
        CASE WHEN owed > 0 THEN ARRAY[owed] ELSE '{}' END || CASE WHEN owed < released.net THEN ARRAY[released.net - owed] ELSE '{}' END);
    END IF;
    UPDATE earnings SET status = 'available' WHERE id = ANY(released.ids);
    done := done + cardinality(released.ids);
  END LOOP;
  RETURN done;
END $$;
