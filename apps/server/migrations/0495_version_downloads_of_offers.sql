-- additive
-- needs: item_offer_changed
-- Whether a video can be saved is shown before it is bought: a purchase is made of the version that was shown.
CREATE CONSTRAINT TRIGGER items_version_download AFTER UPDATE OF buyers_may_download ON items
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.kind = 'video' AND new.buyers_may_download <> old.buyers_may_download)
  EXECUTE FUNCTION item_offer_changed('id');
