#!/usr/bin/env bash
# Trains a network on a machine with a GPU and many cores, within a budget of minutes for each
# stage: games -> teachers -> training -> export -> match against an older champion. Run it from
# the repository's root:
#
#   BINARY=target/lent/quoridor CHAMPION=target/lent/champion OUT=out python/train/generation.sh
#
# A generation of a network's own games, with three teachers (docs/neural-runs.md, fifth run):
#
#   NETWORK=data/training/4x48-training.pt START=data/training/4x48-training.pt SEED=101 \
#   GENERATE_MINUTES=8 TEACHER_SEEDS="51 52 53" TRAIN_MINUTES=5 DATA=… and the rest as above
#
# Everything that is worth keeping is in $OUT after every stage, so it may be stopped at any time:
# results.tar (networks, training states, also the teachers', logs, games of the matches) and
# games-SEED/rows-*.xz (the games' positions, packed, at most 15 MiB each, while the first training
# runs), which the next run reads with DATA=FOLDER. A stage that fails ends it with exit code 1. The
# same command goes on with that stage; finished games and matches are left alone.
set -uo pipefail

: "${BINARY:?the quoridor binary of this commit}"
: "${OUT:?the folder for the results}"
CHAMPION=${CHAMPION:-}                # an older quoridor binary; no matches without it
WORK=${WORK:-$OUT.work}               # scratch folder
DATA=${DATA:-}                        # folders of rows from earlier runs
GENERATE_MINUTES=${GENERATE_MINUTES:-5}
NETWORK=${NETWORK:-}                  # a training.pt that plays on the GPU, instead of AGENT
VISITS=${VISITS:-500}                 # of NETWORK
GAME_OPTIONS=${GAME_OPTIONS:---short-searches 0.5 --resign 0.02 --hoarders 0.05 --batch 1536}
AGENT=${AGENT:-alphabeta:hash=2}      # for example puct:weights=FILE,noise=0.25
NODES=${NODES:-3000}                  # of AGENT
SEED=${SEED:-1}                       # another one for every run, or it plays the same games
TEACHER=${TEACHER:-10x128}            # a large network that the others learn from, or -
TEACHER_SEEDS=${TEACHER_SEEDS:-1}     # several make as many teachers
TEACHER_EPOCHS=${TEACHER_EPOCHS:-5}   # more of them overfit
TEACHER_MINUTES=${TEACHER_MINUTES:-2} # for each
START=${START:-}                      # a training.pt of the networks' shape to begin with
SHAPES=${SHAPES:-4x48}                # networks to train, the best last: it plays first
TRAIN_MINUTES=${TRAIN_MINUTES:-1.5}   # for each
EPOCHS=${EPOCHS:-32}
TRAIN_OPTIONS=${TRAIN_OPTIONS:---batch 4096 --learning-rate 0.003}
MATCH_MINUTES=${MATCH_MINUTES:-2}     # for each
MATCH_OPTIONS=${MATCH_OPTIONS:--}     # a match for each: options of puct, like c-puct=2, or -
MATCH_GAMES=${MATCH_GAMES:-2000}
MOVETIME=${MOVETIME:-100}
CORES=${CORES:-$(getconf _NPROCESSORS_ONLN)}
CONCURRENCY=${CONCURRENCY:-$((CORES > 3 ? CORES - 2 : 1))}
PACK_MIB=${PACK_MIB:-75}
PYTHON=${PYTHON:-python3}

train=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$OUT" "$WORK/results"
begin=$SECONDS
say() { echo "[$((SECONDS - begin)) s] $*" | tee -a "$WORK/results/stages.log"; }
seconds() { "$PYTHON" -c "print(int(60 * $1 + ${2:-0}))"; }
keep() {
    tar -C "$WORK/results" -cf "$OUT/.results.tmp" . && mv "$OUT/.results.tmp" "$OUT/results.tar" ||
        { echo "cannot write $OUT/results.tar" >&2; exit 1; }
}
packing=
failed() {
    say "failed: $*"
    # Rows that are being packed are worth waiting for.
    [ -z "$packing" ] || wait "$packing"
    keep
    exit 1
}
# Runs a command, at most so many seconds, and adds its output to a log.
limited() {
    local limit=$1 log=$2
    shift 2
    timeout -s INT "$limit" "$@" 2>&1 | tee -a "$log"
}

gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null || echo "no GPU")
say "machine: $CORES cores, $gpu"
rows=()
for folder in $DATA; do rows+=("$folder"); done
games=$WORK/games-$SEED
if [ "$GENERATE_MINUTES" != 0 ]; then
    played="$AGENT $NODES"
    [ -z "$NETWORK" ] || played="$NETWORK $VISITS $GAME_OPTIONS"
    # The time counts anew with every start: finished games are left alone.
    [ ! -e "$games.done" ] || [ "$(cat "$games.done")" = "$played" ] ||
        failed "$games has games of $(cat "$games.done"), not of $played: set SEED or WORK"
    if [ ! -e "$games.done" ]; then
        if [ -n "$NETWORK" ]; then
            say "games: $NETWORK, $VISITS simulations, $GENERATE_MINUTES minutes"
            # Games that have begun are played to their end, but not for more than two minutes.
            # shellcheck disable=SC2086
            limited "$(seconds "$GENERATE_MINUTES" 180)" "$WORK/results/stages.log" "$PYTHON" \
                "$train/self_play.py" --training "$NETWORK" --visits "$VISITS" \
                --minutes "$GENERATE_MINUTES" --finish-minutes 2 --seed "$SEED" $GAME_OPTIONS \
                --out "$games"
        else
            say "games: $AGENT, $NODES nodes, $GENERATE_MINUTES minutes"
            limited "$(seconds "$GENERATE_MINUTES" 20)" "$WORK/results/stages.log" "$BINARY" \
                learn self-play --agent "$AGENT" --nodes "$NODES" --minutes "$GENERATE_MINUTES" \
                --games 4000000000 --seed "$SEED" --concurrency "$CORES" --out "$games"
        fi
        # What was played until the time was over (124) is on the disk.
        status=$?
        [ $status = 0 ] || [ $status = 124 ] || failed "games"
        echo "$played" > "$games.done"
        keep
    fi
    rows+=("$games")
    packed=$OUT/games-$SEED
    if [ ! -e "$packed" ]; then
        # A run that was stopped may have left a part of them.
        rm -rf "$packed.part"
        # While the GPU is at work the cores are free.
        { "$PYTHON" "$train/pack.py" --rows "$games" --out "$packed.part" --most-mib "$PACK_MIB" &&
            mv "$packed.part" "$packed"; } > "$WORK/results/pack.log" 2>&1 &
        packing=$!
    fi
fi
[ ${#rows[@]} -gt 0 ] || failed "no rows: set DATA or GENERATE_MINUTES"

taught=()
if [ "$TEACHER" != - ]; then
    for seed in $TEACHER_SEEDS; do
        say "teacher $seed: $TEACHER, $TEACHER_MINUTES minutes at most"
        # shellcheck disable=SC2086
        limited "$(seconds "$TEACHER_MINUTES" 60)" "$WORK/results/train-teacher-$seed.log" \
            "$PYTHON" "$train/train.py" --rows "${rows[@]}" --shape "$TEACHER" \
            --epochs "$TEACHER_EPOCHS" --seed "$seed" --minutes "$TEACHER_MINUTES" \
            --out "$WORK/teacher-$seed" $TRAIN_OPTIONS --weight-decay 0.05 ||
            failed "teacher $seed"
        for file in training.pt log.csv; do
            cp "$WORK/teacher-$seed/$file" "$WORK/results/teacher-$seed-$file" ||
                failed "teacher $seed"
        done
        keep
        taught+=("$WORK/teacher-$seed/training.pt")
    done
    taught=(--teacher "${taught[@]}" --teacher-share 0.85)
fi

names=()
for shape in $SHAPES; do
    say "training: $shape, $TRAIN_MINUTES minutes at most"
    # shellcheck disable=SC2086
    limited "$(seconds "$TRAIN_MINUTES" 60)" "$WORK/results/train-$shape.log" "$PYTHON" \
        "$train/train.py" --rows "${rows[@]}" --shape "$shape" --epochs "$EPOCHS" \
        --minutes "$TRAIN_MINUTES" --out "$WORK/net-$shape" "${taught[@]}" \
        ${START:+--start "$START"} $TRAIN_OPTIONS || failed "training $shape"
    for file in training.pt log.csv; do
        cp "$WORK/net-$shape/$file" "$WORK/results/$shape-$file" || failed "training $shape"
    done
    keep
    say "export: $shape"
    "$PYTHON" "$train/export.py" --training "$WORK/net-$shape/training.pt" --rows "${rows[@]}" \
        --out "$WORK/net-$shape" 2>&1 | tee "$WORK/results/export-$shape.log" ||
        failed "export $shape"
    for file in net.weights net.outputs; do
        cp "$WORK/net-$shape/$file" "$WORK/results/$shape-$file" || failed "export $shape"
    done
    names=("$shape" "${names[@]}")
    keep
done
if [ -n "$packing" ]; then
    wait "$packing" || { packing=; failed "packing: see pack.log in results.tar"; }
    packing=
fi

for shape in "${names[@]}"; do
    [ -n "$CHAMPION" ] && [ "$MATCH_MINUTES" != 0 ] || continue
    for options in $MATCH_OPTIONS; do
        player="puct:weights=$WORK/results/$shape-net.weights"
        [ "$options" = - ] || player="$player,$options"
        name="match-$shape-${options//[^a-z0-9.=-]/_}"
        [ ! -e "$WORK/$name.done" ] || continue
        say "match: $player against $CHAMPION, $MOVETIME ms, $MATCH_MINUTES minutes"
        # A match that is interrupted prints the table of the games that are over.
        limited "$(seconds "$MATCH_MINUTES")" "$WORK/results/$name.log" "$BINARY" match "$player" \
            "cmd:$CHAMPION engine" --movetime "$MOVETIME" --timemargin 200 \
            --openings data/openings.txt --games "$MATCH_GAMES" --recover \
            --concurrency "$CONCURRENCY" --out "$WORK/results/$name.pgn"
        status=$?
        [ $status = 0 ] || [ $status = 124 ] || failed "$name"
        touch "$WORK/$name.done"
        keep
    done
done
keep
say "done"
ls -la "$OUT"
