import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Stops the video where one likes and takes that frame. The video is the one on this device, so nothing is fetched. */
export default function FramePicker({
  video: videoSource,
  onTake,
  onClose,
}: {
  video: File
  onTake: (image: File) => void
  onClose: () => void
}) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const [address, setAddress] = useState<string>()
  const [ready, setReady] = useState(false)
  const [broken, setBroken] = useState(false)
  useEffect(() => {
    const url = URL.createObjectURL(videoSource)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [videoSource])

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
          <Button variant="primary" disabled={!ready || broken} onClick={take}>
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
        // One's own video, looked through for an image.
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
