# Sources, codec settings and functions of the scripts that make clips. They set `clips`, where
# clips go, and `work`, a folder for what is not finished.

# Sources: two test pictures, a noise that costs bits, a stereo sound.
calm=testsrc2=size=320x180:rate=25
zoom=mandelbrot=size=320x180:rate=25
grain=noise=all_seed=7:all_flags=t
sound="aevalsrc=0.3*sin(330*t)*sin(2100*t)+0.04*(random(0)-0.5)\
|0.3*sin(2*PI*220*t+20*sin(t))+0.04*(random(1)-0.5):sample_rate=48000"

# Codec settings. Single-threaded, so that two runs give the same bytes.
h264=(-c:v libx264 -threads:v 1 -preset medium -profile:v high -pix_fmt yuv420p)
short_gop=("${h264[@]}" -crf 32 -g 50 -bf 3 -x264-params b-pyramid=normal:open-gop=0)
aac=(-c:a aac -ac 2 -ar 48000 -b:a 48k)
picture_and_sound=(-f lavfi -i "$calm" -f lavfi -i "$sound")
first=(-movflags +faststart)

run() { # run ARGUMENTS... OUTPUT
  local output=${*: -1}
  ffmpeg -nostdin -hide_banner -v error -y -filter_threads 1 -filter_complex_threads 1 \
    "${@:1:$#-1}" -map_metadata -1 \
    -fflags +bitexact -flags:v +bitexact -flags:a +bitexact "$output"
}
finish() { # finish NAME
  chmod 644 "$work/$1"
  mv -f "$work/$1" "$clips/$1"
}
clip() { # clip NAME ARGUMENTS...
  run "${@:2}" "$work/$1"
  finish "$1"
}
