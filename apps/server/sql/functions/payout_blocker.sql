-- Why nothing may be paid out to a performer now, as far as the database knows; null where nothing prevents it.
CREATE OR REPLACE FUNCTION payout_blocker(p_performer uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT CASE
    WHEN p.verification_status <> 'approved' THEN 'NOT_APPROVED'
    WHEN EXISTS (SELECT FROM accounts a WHERE a.id = p.account_id AND a.status = 'suspended'
      AND (a.status_until IS NULL OR a.status_until > app_now())) THEN 'ACCOUNT_SUSPENDED'
    WHEN p.payouts_frozen_until > app_now() THEN 'PAYOUT_DETAILS_NEW'
    WHEN EXISTS (SELECT FROM dispute_charges c JOIN disputes d ON d.id = c.payment_id
      WHERE c.performer_id = p.account_id AND c.owed > 0 AND c.holds_payouts AND d.status = 'open') THEN 'DISPUTE_OPEN'
    WHEN EXISTS (SELECT FROM verification_documents d WHERE d.verification_id = (SELECT v.id FROM verifications v
        WHERE v.performer_id = p.account_id AND v.status IN ('approved', 'more_info', 'submitted', 'in_review', 'expired')
          AND EXISTS (SELECT FROM verification_documents a WHERE a.verification_id = v.id AND a.status IN ('approved', 'expired'))
        ORDER BY v.created_at DESC, v.id DESC LIMIT 1)
      AND (d.status = 'expired' OR (d.status = 'approved' AND d.expires_on <= app_now()::date))
      AND NOT EXISTS (SELECT FROM verification_documents n WHERE n.verification_id = d.verification_id AND n.kind = d.kind
        AND n.status = 'approved' AND (n.created_at, n.id) > (d.created_at, d.id))) THEN 'DOCUMENT_EXPIRED'
  END FROM performers p WHERE p.account_id = p_performer
$$;
