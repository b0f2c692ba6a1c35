import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Stops the film where one likes and takes that frame. The film is the one on this device, so nothing is fetched. */
export default function FramePicker({
  film,
  onTake,
  onClose,
}: {
  film: File
  onTake: (picture: File) => void
  onClose: () => void
}) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const [address, setAddress] = useState<string>()
  const [ready, setReady] = useState(false)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const url = URL.createObjectURL(film)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [film])

  const take = () => {
    const source = video.current
    if (!source) return
    const canvas = document.createElement('canvas')
    canvas.width = source.videoWidth
    canvas.height = source.videoHeight
    canvas.getContext('2d')?.drawImage(source, 0, 0)
    canvas.toBlob((blob) => blob && onTake(new File([blob], 'cover.jpg', { type: 'image/jpeg' })), 'image/jpeg', 0.92)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.editor.takeFrame')}
      width={640}
      footer={
        <div className="flex justify-end">
          <Button look="primary" disabled={!ready || broken} onClick={take}>
            {t('studio.editor.useFrame')}
          </Button>
        </div>
      }
    >
      {broken ? (
        <p role="alert" className="py-8 text-center text-ink-2">
          {t('studio.editor.noFrame')}
        </p>
      ) : (
        // One's own film, looked through for a picture.
        <video
          ref={video}
          src={address}
          controls
          muted
          playsInline
          onLoadedData={() => setReady(true)}
          onError={() => address && setBroken(true)}
          className="max-h-[60dvh] w-full rounded-md bg-black"
        />
      )}
    </Dialog>
  )
}
