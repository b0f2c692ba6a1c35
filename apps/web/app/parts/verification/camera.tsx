import { Camera, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'

interface CameraProps {
  facing: 'user' | 'environment'
  label: string
  onTake: (image: File) => void
  onClose: () => void
}

/** Takes one image with the camera of this device. The image goes nowhere until the form is sent. */
export default function CameraDialog({ facing, label, onTake, onClose }: CameraProps) {
  const t = useT()
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [ready, setReady] = useState(false)
  const [refused, setRefused] = useState(false)

  useEffect(() => {
    dialog.current?.showModal()
    let stream: MediaStream | undefined
    let gone = false
    const open = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: facing, width: { ideal: 1920 }, height: { ideal: 1080 } },
        })
        if (gone || !video.current) return stop()
        video.current.srcObject = stream
        await video.current.play()
        setReady(true)
      } catch {
        setRefused(true)
      }
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void open()
    return () => {
      gone = true
      stop()
    }
  }, [facing])

  const take = () => {
    const source = video.current
    if (!source) return
    const canvas = document.createElement('canvas')
    canvas.width = source.videoWidth
    canvas.height = source.videoHeight
    canvas.getContext('2d')?.drawImage(source, 0, 0)
    canvas.toBlob((blob) => blob && onTake(new File([blob], 'camera.jpg', { type: 'image/jpeg' })), 'image/jpeg', 0.92)
  }

  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label={label}
      className="m-auto w-[min(40rem,calc(100vw-24px))] overflow-hidden rounded-xl bg-raised text-ink shadow-3 backdrop:bg-scrim"
    >
      <div className="flex items-center gap-2 py-3 ps-5 pe-3">
        <h2 className="flex-1 text-lg">{label}</h2>
        <IconButton label={t('ui.close')} tip="none" onClick={() => dialog.current?.close()}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className="relative aspect-[4/3] bg-[#140d10]">
        <video
          ref={video}
          muted
          playsInline
          className={facing === 'user' ? 'size-full -scale-x-100 object-cover' : 'size-full object-cover'}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-[9%] rounded-lg border-2 border-white/75"
        />
        {refused ? (
          <p role="alert" className="absolute inset-0 grid place-items-center px-8 text-center text-white">
            {t('documents.noCamera')}
          </p>
        ) : null}
      </div>
      <div className="flex justify-center p-4">
        <Button variant="primary" size="lg" disabled={!ready} onClick={take}>
          <Camera aria-hidden="true" />
          {t('documents.take')}
        </Button>
      </div>
    </dialog>
  )
}
