-- Whether two requests for consent, of whatever creators, are to the same person: one account, or guests of one email address.
CREATE OR REPLACE FUNCTION same_person(a participants, b participants) RETURNS boolean
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN a.id = b.id OR a.account_id = b.account_id
    OR (a.account_id IS NULL AND b.account_id IS NULL AND a.email <> '' AND lower(a.email) = lower(b.email));
END $$;
