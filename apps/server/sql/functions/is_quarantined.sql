-- Whether a file may not be used, because a person whom it shows withdrew their consent. The one place that decides it.
-- It concerns what an item showed that named the person, and the copies of it: those of the same creator, those that arrived later, and those
-- in items that name the same person. The person's own files are theirs. It ends for a creator to whom the person consents anew.
CREATE OR REPLACE FUNCTION is_quarantined(f files) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM (
        SELECT * FROM consent_quarantines WHERE sha256 = f.sha256
        UNION ALL SELECT * FROM consent_quarantines WHERE file_id = f.id
        UNION ALL SELECT * FROM consent_quarantines WHERE phash IS NOT NULL AND phash_bands(phash) && phash_bands(f.phash)
      ) q JOIN files s ON s.id = q.file_id JOIN participants p ON p.id = q.participant_id
    WHERE (q.file_id = f.id OR q.sha256 = f.sha256 OR looks_alike(s, f))
      AND f.owner_id IS DISTINCT FROM p.account_id
      AND (f.owner_id = p.performer_id OR f.created_at >= s.created_at
        OR EXISTS (SELECT FROM item_files x JOIN item_participants n ON n.item_id = x.item_id JOIN participants o ON o.id = n.participant_id
          WHERE x.file_id = f.id AND same_person(o, p)))
      AND NOT EXISTS (SELECT FROM participants n WHERE n.performer_id = f.owner_id AND same_person(n, p)
        AND n.status = 'verified' AND n.signed_at >= q.quarantined_at));
END $$;
