/**
 * TCP flows over a dumbbell in ns-3 3.37: an independent simulator beside ours. Prints one JSON object. `./dumbbell --PrintHelp` names the arguments.
 *
 *   sender i --- access --- left === bottleneck === right --- receiver i
 *
 * Access lines are so fast (10 Gbit/s) that only the bottleneck counts; its way back has their rate too. `--rate=0` makes the bottleneck as fast as
 * they are: then random loss alone limits a flow. A packet on the line is a segment and 42 bytes (TCP, IP, PPP; no time stamps, whose clock of 1 ms would
 * be the clock of the RTT).
 *
 * `reno` is TcpLinuxReno, which counts segments that were acknowledged, as RFC 9002 counts bytes; `newreno` is TcpNewReno, which counts ACKs: with
 * delayed ones its window grows half as fast.
 */
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <chrono>
#include <ctime>
#include <iostream>
#include <map>
#include <sstream>
#include <vector>

using namespace ns3;

namespace
{

const std::map<std::string, std::string> KINDS = {
    {"reno", "ns3::TcpLinuxReno"},
    {"newreno", "ns3::TcpNewReno"},
    {"cubic", "ns3::TcpCubic"},
    {"bic", "ns3::TcpBic"},
    {"highspeed", "ns3::TcpHighSpeed"},
};

const uint16_t PORT = 5000;
const char* const FAST = "10Gbps";
/// TCP, IP and PPP headers.
const uint32_t HEADER_BYTES = 42;

struct FlowArgs
{
    std::string kind;
    double rttMs;
    double startMs;
};

/// A sender that always has data, and what is noted of it.
class Flow
{
  public:
    Flow(Ptr<Node> node, const FlowArgs& args, uint32_t segment, Time from)
        : m_segment(segment),
          m_from(from)
    {
        node->GetObject<TcpL4Protocol>()->SetAttribute(
            "SocketType",
            TypeIdValue(TypeId::LookupByName(KINDS.at(args.kind))));
        m_socket = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        m_socket->SetConnectCallback(MakeCallback(&Flow::Connected, this), MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetSendCallback(MakeCallback(&Flow::Fill, this));
        m_socket->TraceConnectWithoutContext("CongestionWindow", MakeCallback(&Flow::Window, this));
        m_socket->TraceConnectWithoutContext("SlowStartThreshold", MakeCallback(&Flow::Threshold, this));
        m_socket->TraceConnectWithoutContext("CongState", MakeCallback(&Flow::State, this));
        m_socket->TraceConnectWithoutContext("Tx", MakeCallback(&Flow::Sent, this));
    }

    void Begin(Address to)
    {
        m_socket->Bind();
        m_socket->Connect(to);
    }

    /// Adds up the windows until now, from `from` on.
    void Count()
    {
        const Time now = Simulator::Now();
        if (now > m_from)
        {
            const double seconds = (now - std::max(m_last, m_from)).GetSeconds();
            m_windowSeconds += Held() * seconds;
            m_rawSeconds += static_cast<double>(m_window) / m_segment * seconds;
        }
        m_last = now;
    }

    /// Segments; in recovery the window that it goes to, since the way there (PRR) follows what is in flight.
    double Held() const
    {
        const uint32_t bytes = m_state == TcpSocketState::CA_RECOVERY ? m_threshold : m_window;
        return static_cast<double>(bytes) / m_segment;
    }

    void Sample()
    {
        m_samples.push_back(Held());
    }

    double m_windowSeconds{0};
    double m_rawSeconds{0};
    uint64_t m_sent{0};
    uint64_t m_resent{0};
    uint32_t m_reductions{0};
    uint32_t m_timeouts{0};
    std::vector<double> m_samples;

  private:
    void Connected(Ptr<Socket> socket)
    {
        Fill(socket, 0);
    }

    void Fill(Ptr<Socket> socket, uint32_t)
    {
        while (socket->GetTxAvailable() >= m_segment)
        {
            if (socket->Send(Create<Packet>(m_segment)) < 0)
            {
                return;
            }
        }
    }

    void Window(uint32_t, uint32_t bytes)
    {
        Count();
        m_window = bytes;
    }

    void Threshold(uint32_t, uint32_t bytes)
    {
        Count();
        m_threshold = bytes;
    }

    void State(const TcpSocketState::TcpCongState_t, const TcpSocketState::TcpCongState_t state)
    {
        Count();
        m_state = state;
        m_reductions += state == TcpSocketState::CA_RECOVERY;
        m_timeouts += state == TcpSocketState::CA_LOSS;
    }

    void Sent(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
    {
        if (packet->GetSize() == 0)
        {
            return;
        }
        m_sent++;
        const SequenceNumber32 end = header.GetSequenceNumber() + packet->GetSize();
        if (end > m_highest)
        {
            m_highest = end;
        }
        else
        {
            m_resent++;
        }
    }

    Ptr<Socket> m_socket;
    uint32_t m_segment;
    Time m_from;
    Time m_last{0};
    uint32_t m_window{0};
    uint32_t m_threshold{0};
    TcpSocketState::TcpCongState_t m_state{TcpSocketState::CA_OPEN};
    SequenceNumber32 m_highest{0};
};

/// Reads all that comes.
class Receiver
{
  public:
    explicit Receiver(Ptr<Node> node)
    {
        m_listener = Socket::CreateSocket(node, TcpSocketFactory::GetTypeId());
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&Receiver::Accepted, this));
    }

    uint64_t m_bytes{0};
    uint64_t m_bytesAtFrom{0};

  private:
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        socket->SetRecvCallback(MakeCallback(&Receiver::Read, this));
    }

    void Read(Ptr<Socket> socket)
    {
        while (Ptr<Packet> packet = socket->Recv())
        {
            m_bytes += packet->GetSize();
        }
    }

    Ptr<Socket> m_listener;
};

std::vector<FlowArgs> ReadFlows(const std::string& text)
{
    std::vector<FlowArgs> flows;
    std::istringstream all(text);
    for (std::string one; std::getline(all, one, ',');)
    {
        std::istringstream parts(one);
        FlowArgs flow{"", 0, 0};
        std::string rtt;
        std::string start;
        std::getline(parts, flow.kind, ':');
        std::getline(parts, rtt, ':');
        std::getline(parts, start, ':');
        flow.rttMs = std::stod(rtt);
        flow.startMs = start.empty() ? 0 : std::stod(start);
        if (KINDS.count(flow.kind) == 0)
        {
            throw std::invalid_argument("no controller " + flow.kind);
        }
        flows.push_back(flow);
    }
    if (flows.empty() || flows.size() > 8)
    {
        throw std::invalid_argument("1 to 8 flows");
    }
    return flows;
}

template <typename T>
void PrintList(const std::vector<T>& values)
{
    std::cout << "[";
    for (size_t i = 0; i < values.size(); i++)
    {
        std::cout << (i == 0 ? "" : ",") << values[i];
    }
    std::cout << "]";
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string flowsText = "reno:40";
    std::string recovery = "prr";
    double rateMbit = 20;
    std::string buffer = "67p";
    double loss = 0;
    double lossFromMs = 0;
    double seconds = 60;
    double from = 20;
    uint32_t run = 1;
    uint32_t segment = 1448;
    uint32_t delAckCount = 2;
    double delAckMs = 25;
    uint32_t initialWindow = 10;
    uint32_t threshold = UINT32_MAX;
    uint32_t samples = 0;
    double minRtoMs = 200;
    uint32_t socketBytes = 32'000'000;
    bool fastConvergence = true;
    bool hyStart = false;
    bool limitedTransmit = true;
    double cubicC = 0.4;
    double cubicBeta = 0.7;
    double bicBeta = 819.0 / 1024;
    uint32_t bicSmoothPart = 20;
    uint32_t bicMaxIncrement = 16;
    uint32_t bicLowWindow = 14;

    CommandLine args(__FILE__);
    args.AddValue("flows", "KIND:RTT_MS[:START_MS], by commas; reno, newreno, cubic, bic, highspeed", flowsText);
    args.AddValue("recovery", "prr or classic", recovery);
    args.AddValue("rate", "of the bottleneck, Mbit/s; 0 for none", rateMbit);
    args.AddValue("buffer", "of the bottleneck: 100p packets, or 150000B bytes", buffer);
    args.AddValue("loss", "probability of each data packet to be lost", loss);
    args.AddValue("lossFrom", "ms: none is lost at random before", lossFromMs);
    args.AddValue("seconds", "of the run", seconds);
    args.AddValue("from", "s: what is measured begins", from);
    args.AddValue("run", "number of the run, 1 and above", run);
    args.AddValue("segment", "bytes of data of a packet", segment);
    args.AddValue("delAckCount", "segments per ACK", delAckCount);
    args.AddValue("delAckMs", "longest wait for an ACK", delAckMs);
    args.AddValue("initialWindow", "segments", initialWindow);
    args.AddValue("threshold", "slow start threshold at first, segments", threshold);
    args.AddValue("samples", "of the window, evenly over the run", samples);
    args.AddValue("minRto", "ms", minRtoMs);
    args.AddValue("socketBytes", "buffers of both ends", socketBytes);
    args.AddValue("fastConvergence", "of CUBIC and BIC", fastConvergence);
    args.AddValue("hyStart", "of CUBIC", hyStart);
    args.AddValue("limitedTransmit", "RFC 3042", limitedTransmit);
    args.AddValue("cubicC", "C", cubicC);
    args.AddValue("cubicBeta", "what remains", cubicBeta);
    args.AddValue("bicBeta", "what remains", bicBeta);
    args.AddValue("bicSmoothPart", "smooth_part", bicSmoothPart);
    args.AddValue("bicMaxIncrement", "max_increment", bicMaxIncrement);
    args.AddValue("bicLowWindow", "low_window", bicLowWindow);
    args.Parse(argc, argv);
    const std::vector<FlowArgs> flowArgs = ReadFlows(flowsText);

    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(run);
    const auto set = [](const char* name, const AttributeValue& value) { Config::SetDefault(name, value); };
    set("ns3::TcpSocket::SegmentSize", UintegerValue(segment));
    set("ns3::TcpSocket::SndBufSize", UintegerValue(socketBytes));
    set("ns3::TcpSocket::RcvBufSize", UintegerValue(socketBytes));
    set("ns3::TcpSocket::InitialCwnd", UintegerValue(initialWindow));
    set("ns3::TcpSocket::InitialSlowStartThreshold",
        UintegerValue(threshold < UINT32_MAX / segment ? threshold * segment : UINT32_MAX));
    set("ns3::TcpSocket::DelAckCount", UintegerValue(delAckCount));
    set("ns3::TcpSocket::DelAckTimeout", TimeValue(MicroSeconds(static_cast<int64_t>(1000 * delAckMs))));
    set("ns3::TcpSocketBase::Sack", BooleanValue(true));
    set("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    set("ns3::TcpSocketBase::LimitedTransmit", BooleanValue(limitedTransmit));
    set("ns3::TcpSocketBase::MinRto", TimeValue(MicroSeconds(static_cast<int64_t>(1000 * minRtoMs))));
    set("ns3::TcpL4Protocol::RecoveryType",
        TypeIdValue(recovery == "classic" ? TcpClassicRecovery::GetTypeId() : TcpPrrRecovery::GetTypeId()));
    set("ns3::TcpCubic::HyStart", BooleanValue(hyStart));
    set("ns3::TcpCubic::FastConvergence", BooleanValue(fastConvergence));
    set("ns3::TcpCubic::C", DoubleValue(cubicC));
    set("ns3::TcpCubic::Beta", DoubleValue(cubicBeta));
    set("ns3::TcpBic::FastConvergence", BooleanValue(fastConvergence));
    set("ns3::TcpBic::Beta", DoubleValue(bicBeta));
    set("ns3::TcpBic::SmoothPart", UintegerValue(bicSmoothPart));
    set("ns3::TcpBic::MaxIncr", UintegerValue(bicMaxIncrement));
    set("ns3::TcpBic::LowWnd", UintegerValue(bicLowWindow));

    double leastRttMs = flowArgs[0].rttMs;
    for (const FlowArgs& flow : flowArgs)
    {
        leastRttMs = std::min(leastRttMs, flow.rttMs);
    }
    NodeContainer routers(2);
    NodeContainer senders(flowArgs.size());
    NodeContainer receivers(flowArgs.size());
    InternetStackHelper internet;
    internet.Install(routers);
    internet.Install(senders);
    internet.Install(receivers);

    // No queue but those of the devices: what a queue takes it keeps in order, and drops at its end.
    PointToPointHelper line;
    line.DisableFlowControl();
    line.SetDeviceAttribute("DataRate", StringValue(FAST));
    line.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1000000p"));
    Ipv4AddressHelper addresses;
    const auto address = [&addresses](const NetDeviceContainer& devices, uint32_t net) {
        std::ostringstream base;
        base << "10." << net << ".0.0";
        addresses.SetBase(base.str().c_str(), "255.255.255.0");
        const Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
        for (uint32_t i = 0; i < devices.GetN(); i++)
        {
            const Ptr<NetDevice> device = devices.Get(i);
            NS_ABORT_IF(device->GetNode()->GetObject<TrafficControlLayer>()->GetRootQueueDiscOnDevice(device) != nullptr);
        }
        return interfaces;
    };

    line.SetChannelAttribute("Delay", TimeValue(MicroSeconds(static_cast<int64_t>(500 * leastRttMs))));
    const NetDeviceContainer bottleneck = line.Install(routers);
    address(bottleneck, 1);
    Ptr<PointToPointNetDevice> out = DynamicCast<PointToPointNetDevice>(bottleneck.Get(0));
    if (rateMbit > 0)
    {
        out->SetDataRate(DataRate(static_cast<uint64_t>(rateMbit * 1e6)));
        out->GetQueue()->SetMaxSize(QueueSize(buffer));
    }
    uint64_t dropped = 0;
    out->GetQueue()->TraceConnectWithoutContext(
        "Drop",
        Callback<void, Ptr<const Packet>>([&dropped](Ptr<const Packet>) { dropped++; }));
    Ptr<RateErrorModel> losses = CreateObject<RateErrorModel>();
    losses->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    losses->SetRate(loss);
    losses->Disable();
    losses->AssignStreams(100);
    uint64_t lost = 0;
    bottleneck.Get(1)->TraceConnectWithoutContext(
        "PhyRxDrop",
        Callback<void, Ptr<const Packet>>([&lost](Ptr<const Packet>) { lost++; }));
    if (loss > 0)
    {
        bottleneck.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(losses));
        Simulator::Schedule(MicroSeconds(static_cast<int64_t>(1000 * lossFromMs)), &ErrorModel::Enable, losses);
    }

    std::vector<Flow*> flows;
    std::vector<Receiver*> reads;
    std::vector<Ipv4Address> to;
    for (uint32_t i = 0; i < flowArgs.size(); i++)
    {
        const double accessMs = (flowArgs[i].rttMs - leastRttMs) / 2;
        line.SetChannelAttribute("Delay", TimeValue(MicroSeconds(static_cast<int64_t>(1000 * accessMs))));
        address(line.Install(senders.Get(i), routers.Get(0)), 10 + i);
        line.SetChannelAttribute("Delay", TimeValue(Time(0)));
        to.push_back(address(line.Install(routers.Get(1), receivers.Get(i)), 20 + i).GetAddress(1));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    for (uint32_t i = 0; i < flowArgs.size(); i++)
    {
        reads.push_back(new Receiver(receivers.Get(i)));
        flows.push_back(new Flow(senders.Get(i), flowArgs[i], segment, Seconds(from)));
        Simulator::Schedule(MicroSeconds(static_cast<int64_t>(1000 * flowArgs[i].startMs)),
                            &Flow::Begin,
                            flows[i],
                            Address(InetSocketAddress(to[i], PORT)));
    }
    Simulator::Schedule(Seconds(from), [&reads] {
        for (Receiver* one : reads)
        {
            one->m_bytesAtFrom = one->m_bytes;
        }
    });
    for (uint32_t k = 0; k < samples; k++)
    {
        Simulator::Schedule(Seconds(seconds * k / std::max(1U, samples - 1)), [&flows] {
            for (Flow* one : flows)
            {
                one->Sample();
            }
        });
    }
    Simulator::Stop(Seconds(seconds));
    const auto wall = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    Simulator::Run();
    const double cpuMs = 1000.0 * (std::clock() - cpu) / CLOCKS_PER_SEC;
    const double wallMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wall).count();

    const double measured = seconds - from;
    std::cout.precision(8);
    std::cout << "{\"packetBytes\":" << segment + HEADER_BYTES << ",\"cpuMs\":" << cpuMs << ",\"wallMs\":" << wallMs
              << ",\"events\":" << Simulator::GetEventCount() << ",\"droppedByQueue\":" << dropped
              << ",\"lostAtRandom\":" << lost << ",\"flows\":[";
    for (uint32_t i = 0; i < flows.size(); i++)
    {
        Flow& flow = *flows[i];
        flow.Count();
        std::cout << (i == 0 ? "" : ",") << "{\"kind\":\"" << flowArgs[i].kind << "\",\"goodputMbit\":"
                  << (reads[i]->m_bytes - reads[i]->m_bytesAtFrom) * 8 / measured / 1e6
                  << ",\"windowSegments\":" << flow.m_windowSeconds / measured
                  << ",\"rawWindowSegments\":" << flow.m_rawSeconds / measured << ",\"sentPackets\":" << flow.m_sent
                  << ",\"resentPackets\":" << flow.m_resent << ",\"reductions\":" << flow.m_reductions
                  << ",\"timeouts\":" << flow.m_timeouts << ",\"samples\":";
        PrintList(flow.m_samples);
        std::cout << "}";
    }
    std::cout << "]}" << std::endl;
    Simulator::Destroy();
    return 0;
}
