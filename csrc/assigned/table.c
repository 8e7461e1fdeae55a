// Generated from numbers.json by scripts/assigned-numbers: edit that file, not this one.
// clang-format off
#include "assigned/table.h"

const char acc_assigned_pool[] =
    "Generic Access\0"
    "Generic Attribute\0"
    "Immediate Alert\0"
    "Link Loss\0"
    "Tx Power\0"
    "Current Time\0"
    "Reference Time Update\0"
    "Next DST Change\0"
    "Glucose\0"
    "Health Thermometer\0"
    "Device Information\0"
    "Heart Rate\0"
    "Phone Alert Status\0"
    "Battery\0"
    "Blood Pressure\0"
    "Alert Notification\0"
    "Human Interface Device\0"
    "Scan Parameters\0"
    "Running Speed and Cadence\0"
    "Automation IO\0"
    "Cycling Speed and Cadence\0"
    "Cycling Power\0"
    "Location and Navigation\0"
    "Environmental Sensing\0"
    "Body Composition\0"
    "User Data\0"
    "Weight Scale\0"
    "Bond Management\0"
    "Continuous Glucose Monitoring\0"
    "Internet Protocol Support\0"
    "Indoor Positioning\0"
    "Pulse Oximeter\0"
    "HTTP Proxy\0"
    "Transport Discovery\0"
    "Object Transfer\0"
    "Fitness Machine\0"
    "Mesh Provisioning\0"
    "Mesh Proxy\0"
    "Reconnection Configuration\0"
    "Insulin Delivery\0"
    "Binary Sensor\0"
    "Emergency Configuration\0"
    "Authorization Control\0"
    "Physical Activity Monitor\0"
    "Elapsed Time\0"
    "Generic Health Sensor\0"
    "Audio Input Control\0"
    "Volume Control\0"
    "Volume Offset Control\0"
    "Coordinated Set Identification\0"
    "Device Time\0"
    "Media Control\0"
    "Generic Media Control\0"
    "Constant Tone Extension\0"
    "Telephone Bearer\0"
    "Generic Telephone Bearer\0"
    "Microphone Control\0"
    "Audio Stream Control\0"
    "Broadcast Audio Scan\0"
    "Published Audio Capabilities\0"
    "Basic Audio Announcement\0"
    "Broadcast Audio Announcement\0"
    "Common Audio\0"
    "Hearing Access\0"
    "Telephony and Media Audio\0"
    "Public Broadcast Announcement\0"
    "Electronic Shelf Label\0"
    "Gaming Audio\0"
    "Mesh Proxy Solicitation\0"
    "Industrial Measurement Device\0"
    "Ranging\0"
    "HID ISO\0"
    "Cookware\0"
    "Voice Assistant\0"
    "Generic Voice Assistant\0"
    "Primary Service\0"
    "Secondary Service\0"
    "Include\0"
    "Characteristic\0"
    "Characteristic Extended Properties\0"
    "Characteristic User Description\0"
    "Client Characteristic Configuration\0"
    "Server Characteristic Configuration\0"
    "Characteristic Presentation Format\0"
    "Characteristic Aggregate Format\0"
    "Valid Range\0"
    "External Report Reference\0"
    "Report Reference\0"
    "Number of Digitals\0"
    "Value Trigger Setting\0"
    "Environmental Sensing Configuration\0"
    "Environmental Sensing Measurement\0"
    "Environmental Sensing Trigger Setting\0"
    "Time Trigger Setting\0"
    "Complete BR-EDR Transport Block Data\0"
    "Observation Schedule\0"
    "Valid Range and Accuracy\0"
    "Measurement Description\0"
    "Manufacturer Limits\0"
    "Process Tolerances\0"
    "IMD Trigger Setting\0"
    "Cooking Sensor Info\0"
    "Cooking Trigger Setting\0"
    "Device Name\0"
    "Appearance\0"
    "Peripheral Privacy Flag\0"
    "Reconnection Address\0"
    "Peripheral Preferred Connection Parameters\0"
    "Service Changed\0"
    "Alert Level\0"
    "Tx Power Level\0"
    "Date Time\0"
    "Day of Week\0"
    "Day Date Time\0"
    "Exact Time 256\0"
    "DST Offset\0"
    "Time Zone\0"
    "Local Time Information\0"
    "Time with DST\0"
    "Time Accuracy\0"
    "Time Source\0"
    "Reference Time Information\0"
    "Time Update Control Point\0"
    "Time Update State\0"
    "Glucose Measurement\0"
    "Battery Level\0"
    "Temperature Measurement\0"
    "Temperature Type\0"
    "Intermediate Temperature\0"
    "Measurement Interval\0"
    "Boot Keyboard Input Report\0"
    "System ID\0"
    "Model Number String\0"
    "Serial Number String\0"
    "Firmware Revision String\0"
    "Hardware Revision String\0"
    "Software Revision String\0"
    "Manufacturer Name String\0"
    "IEEE 11073-20601 Regulatory Certification Data List\0"
    "Magnetic Declination\0"
    "Scan Refresh\0"
    "Boot Keyboard Output Report\0"
    "Boot Mouse Input Report\0"
    "Glucose Measurement Context\0"
    "Blood Pressure Measurement\0"
    "Intermediate Cuff Pressure\0"
    "Heart Rate Measurement\0"
    "Body Sensor Location\0"
    "Heart Rate Control Point\0"
    "Alert Status\0"
    "Ringer Control Point\0"
    "Ringer Setting\0"
    "Alert Category ID Bit Mask\0"
    "Alert Category ID\0"
    "Alert Notification Control Point\0"
    "Unread Alert Status\0"
    "New Alert\0"
    "Supported New Alert Category\0"
    "Supported Unread Alert Category\0"
    "Blood Pressure Feature\0"
    "HID Information\0"
    "Report Map\0"
    "HID Control Point\0"
    "Report\0"
    "Protocol Mode\0"
    "Scan Interval Window\0"
    "PnP ID\0"
    "Glucose Feature\0"
    "Record Access Control Point\0"
    "RSC Measurement\0"
    "RSC Feature\0"
    "SC Control Point\0"
    "Digital\0"
    "Analog\0"
    "Aggregate\0"
    "CSC Measurement\0"
    "CSC Feature\0"
    "Sensor Location\0"
    "PLX Spot-Check Measurement\0"
    "PLX Continuous Measurement\0"
    "PLX Features\0"
    "Cycling Power Measurement\0"
    "Cycling Power Vector\0"
    "Cycling Power Feature\0"
    "Cycling Power Control Point\0"
    "Location and Speed\0"
    "Navigation\0"
    "Position Quality\0"
    "LN Feature\0"
    "LN Control Point\0"
    "Elevation\0"
    "Pressure\0"
    "Temperature\0"
    "Humidity\0"
    "True Wind Speed\0"
    "True Wind Direction\0"
    "Apparent Wind Speed\0"
    "Apparent Wind Direction\0"
    "Gust Factor\0"
    "Pollen Concentration\0"
    "UV Index\0"
    "Irradiance\0"
    "Rainfall\0"
    "Wind Chill\0"
    "Heat Index\0"
    "Dew Point\0"
    "Descriptor Value Changed\0"
    "Aerobic Heart Rate Lower Limit\0"
    "Aerobic Threshold\0"
    "Age\0"
    "Anaerobic Heart Rate Lower Limit\0"
    "Anaerobic Heart Rate Upper Limit\0"
    "Anaerobic Threshold\0"
    "Aerobic Heart Rate Upper Limit\0"
    "Date of Birth\0"
    "Date of Threshold Assessment\0"
    "Email Address\0"
    "Fat Burn Heart Rate Lower Limit\0"
    "Fat Burn Heart Rate Upper Limit\0"
    "First Name\0"
    "Five Zone Heart Rate Limits\0"
    "Gender\0"
    "Heart Rate Max\0"
    "Height\0"
    "Hip Circumference\0"
    "Last Name\0"
    "Maximum Recommended Heart Rate\0"
    "Resting Heart Rate\0"
    "Sport Type for Aerobic and Anaerobic Thresholds\0"
    "Three Zone Heart Rate Limits\0"
    "Two Zone Heart Rate Limits\0"
    "VO2 Max\0"
    "Waist Circumference\0"
    "Weight\0"
    "Database Change Increment\0"
    "User Index\0"
    "Body Composition Feature\0"
    "Body Composition Measurement\0"
    "Weight Measurement\0"
    "Weight Scale Feature\0"
    "User Control Point\0"
    "Magnetic Flux Density - 2D\0"
    "Magnetic Flux Density - 3D\0"
    "Language\0"
    "Barometric Pressure Trend\0"
    "Bond Management Control Point\0"
    "Bond Management Feature\0"
    "Central Address Resolution\0"
    "CGM Measurement\0"
    "CGM Feature\0"
    "CGM Status\0"
    "CGM Session Start Time\0"
    "CGM Session Run Time\0"
    "CGM Specific Ops Control Point\0"
    "Indoor Positioning Configuration\0"
    "Latitude\0"
    "Longitude\0"
    "Local North Coordinate\0"
    "Local East Coordinate\0"
    "Floor Number\0"
    "Altitude\0"
    "Uncertainty\0"
    "Location Name\0"
    "URI\0"
    "HTTP Headers\0"
    "HTTP Status Code\0"
    "HTTP Entity Body\0"
    "HTTP Control Point\0"
    "HTTPS Security\0"
    "TDS Control Point\0"
    "OTS Feature\0"
    "Object Name\0"
    "Object Type\0"
    "Object Size\0"
    "Object First-Created\0"
    "Object Last-Modified\0"
    "Object ID\0"
    "Object Properties\0"
    "Object Action Control Point\0"
    "Object List Control Point\0"
    "Object List Filter\0"
    "Object Changed\0"
    "Resolvable Private Address Only\0"
    "Fitness Machine Feature\0"
    "Treadmill Data\0"
    "Cross Trainer Data\0"
    "Step Climber Data\0"
    "Stair Climber Data\0"
    "Rower Data\0"
    "Indoor Bike Data\0"
    "Training Status\0"
    "Supported Speed Range\0"
    "Supported Inclination Range\0"
    "Supported Resistance Level Range\0"
    "Supported Heart Rate Range\0"
    "Supported Power Range\0"
    "Fitness Machine Control Point\0"
    "Fitness Machine Status\0"
    "Mesh Provisioning Data In\0"
    "Mesh Provisioning Data Out\0"
    "Mesh Proxy Data In\0"
    "Mesh Proxy Data Out\0"
    "Average Current\0"
    "Average Voltage\0"
    "Boolean\0"
    "Chromatic Distance from Planckian\0"
    "Chromaticity Coordinates\0"
    "Chromaticity in CCT and Duv Values\0"
    "Chromaticity Tolerance\0"
    "CIE 13.3-1995 Color Rendering Index\0"
    "Coefficient\0"
    "Correlated Color Temperature\0"
    "Count 16\0"
    "Count 24\0"
    "Country Code\0"
    "Date UTC\0"
    "Electric Current\0"
    "Electric Current Range\0"
    "Electric Current Specification\0"
    "Electric Current Statistics\0"
    "Energy\0"
    "Energy in a Period of Day\0"
    "Event Statistics\0"
    "Fixed String 16\0"
    "Fixed String 24\0"
    "Fixed String 36\0"
    "Fixed String 8\0"
    "Generic Level\0"
    "Global Trade Item Number\0"
    "Illuminance\0"
    "Luminous Efficacy\0"
    "Luminous Energy\0"
    "Luminous Exposure\0"
    "Luminous Flux\0"
    "Luminous Flux Range\0"
    "Luminous Intensity\0"
    "Mass Flow\0"
    "Perceived Lightness\0"
    "Percentage 8\0"
    "Power\0"
    "Power Specification\0"
    "Relative Runtime in a Current Range\0"
    "Relative Runtime in a Generic Level Range\0"
    "Relative Value in a Voltage Range\0"
    "Relative Value in an Illuminance Range\0"
    "Relative Value in a Period of Day\0"
    "Relative Value in a Temperature Range\0"
    "Temperature 8\0"
    "Temperature 8 in a Period of Day\0"
    "Temperature 8 Statistics\0"
    "Temperature Range\0"
    "Temperature Statistics\0"
    "Time Decihour 8\0"
    "Time Exponential 8\0"
    "Time Hour 24\0"
    "Time Millisecond 24\0"
    "Time Second 16\0"
    "Time Second 8\0"
    "Voltage\0"
    "Voltage Specification\0"
    "Voltage Statistics\0"
    "Volume Flow\0"
    "Chromaticity Coordinate\0"
    "RC Feature\0"
    "RC Settings\0"
    "Reconnection Configuration Control Point\0"
    "IDD Status Changed\0"
    "IDD Status\0"
    "IDD Annunciation Status\0"
    "IDD Features\0"
    "IDD Status Reader Control Point\0"
    "IDD Command Control Point\0"
    "IDD Command Data\0"
    "IDD Record Access Control Point\0"
    "IDD History Data\0"
    "Client Supported Features\0"
    "Database Hash\0"
    "BSS Control Point\0"
    "BSS Response\0"
    "Emergency ID\0"
    "Emergency Text\0"
    "ACS Status\0"
    "ACS Data In\0"
    "ACS Data Out Notify\0"
    "ACS Data Out Indicate\0"
    "ACS Control Point\0"
    "Enhanced Blood Pressure Measurement\0"
    "Enhanced Intermediate Cuff Pressure\0"
    "Blood Pressure Record\0"
    "Registered User\0"
    "BR-EDR Handover Data\0"
    "Bluetooth SIG Data\0"
    "Server Supported Features\0"
    "Physical Activity Monitor Features\0"
    "General Activity Instantaneous Data\0"
    "General Activity Summary Data\0"
    "CardioRespiratory Activity Instantaneous Data\0"
    "CardioRespiratory Activity Summary Data\0"
    "Step Counter Activity Summary Data\0"
    "Sleep Activity Instantaneous Data\0"
    "Sleep Activity Summary Data\0"
    "Physical Activity Monitor Control Point\0"
    "Physical Activity Current Session\0"
    "Physical Activity Session Descriptor\0"
    "Preferred Units\0"
    "High Resolution Height\0"
    "Middle Name\0"
    "Stride Length\0"
    "Handedness\0"
    "Device Wearing Position\0"
    "Four Zone Heart Rate Limits\0"
    "High Intensity Exercise Threshold\0"
    "Activity Goal\0"
    "Sedentary Interval Notification\0"
    "Caloric Intake\0"
    "TMAP Role\0"
    "Audio Input State\0"
    "Gain Settings Attribute\0"
    "Audio Input Type\0"
    "Audio Input Status\0"
    "Audio Input Control Point\0"
    "Audio Input Description\0"
    "Volume State\0"
    "Volume Control Point\0"
    "Volume Flags\0"
    "Volume Offset State\0"
    "Audio Location\0"
    "Volume Offset Control Point\0"
    "Audio Output Description\0"
    "Set Identity Resolving Key\0"
    "Coordinated Set Size\0"
    "Set Member Lock\0"
    "Set Member Rank\0"
    "Encrypted Data Key Material\0"
    "Apparent Energy 32\0"
    "Apparent Power\0"
    "Live Health Observations\0"
    "CO2 Concentration\0"
    "Cosine of the Angle\0"
    "Device Time Feature\0"
    "Device Time Parameters\0"
    "Device Time Control Point\0"
    "Time Change Log Data\0"
    "Media Player Name\0"
    "Media Player Icon Object ID\0"
    "Media Player Icon URL\0"
    "Track Changed\0"
    "Track Title\0"
    "Track Duration\0"
    "Track Position\0"
    "Playback Speed\0"
    "Seeking Speed\0"
    "Current Track Segments Object ID\0"
    "Current Track Object ID\0"
    "Next Track Object ID\0"
    "Parent Group Object ID\0"
    "Current Group Object ID\0"
    "Playing Order\0"
    "Playing Orders Supported\0"
    "Media State\0"
    "Media Control Point\0"
    "Media Control Point Opcodes Supported\0"
    "Search Results Object ID\0"
    "Search Control Point\0"
    "Energy 32\0"
    "Constant Tone Extension Enable\0"
    "Advertising Constant Tone Extension Minimum Length\0"
    "Advertising Constant Tone Extension Minimum Transmit Count\0"
    "Advertising Constant Tone Extension Transmit Duration\0"
    "Advertising Constant Tone Extension Interval\0"
    "Advertising Constant Tone Extension PHY\0"
    "Bearer Provider Name\0"
    "Bearer UCI\0"
    "Bearer Technology\0"
    "Bearer URI Schemes Supported List\0"
    "Bearer Signal Strength\0"
    "Bearer Signal Strength Reporting Interval\0"
    "Bearer List Current Calls\0"
    "Content Control ID\0"
    "Status Flags\0"
    "Incoming Call Target Bearer URI\0"
    "Call State\0"
    "Call Control Point\0"
    "Call Control Point Optional Opcodes\0"
    "Termination Reason\0"
    "Incoming Call\0"
    "Call Friendly Name\0"
    "Mute\0"
    "Sink ASE\0"
    "Source ASE\0"
    "ASE Control Point\0"
    "Broadcast Audio Scan Control Point\0"
    "Broadcast Receive State\0"
    "Sink PAC\0"
    "Sink Audio Locations\0"
    "Source PAC\0"
    "Source Audio Locations\0"
    "Available Audio Contexts\0"
    "Supported Audio Contexts\0"
    "Ammonia Concentration\0"
    "Carbon Monoxide Concentration\0"
    "Methane Concentration\0"
    "Nitrogen Dioxide Concentration\0"
    "Non-Methane Volatile Organic Compounds Concentration\0"
    "Ozone Concentration\0"
    "Particulate Matter - PM1 Concentration\0"
    "Particulate Matter - PM2.5 Concentration\0"
    "Particulate Matter - PM10 Concentration\0"
    "Sulfur Dioxide Concentration\0"
    "Sulfur Hexafluoride Concentration\0"
    "Hearing Aid Features\0"
    "Hearing Aid Preset Control Point\0"
    "Active Preset Index\0"
    "Stored Health Observations\0"
    "Fixed String 64\0"
    "High Temperature\0"
    "High Voltage\0"
    "Light Distribution\0"
    "Light Output\0"
    "Light Source Type\0"
    "Noise\0"
    "Relative Runtime in a Correlated Color Temperature Range\0"
    "Time Second 32\0"
    "VOC Concentration\0"
    "Voltage Frequency\0"
    "Battery Critical Status\0"
    "Battery Health Status\0"
    "Battery Health Information\0"
    "Battery Information\0"
    "Battery Level Status\0"
    "Battery Time Status\0"
    "Estimated Service Date\0"
    "Battery Energy Status\0"
    "Observation Schedule Changed\0"
    "Health Sensor Features\0"
    "GHS Control Point\0"
    "LE GATT Security Levels\0"
    "ESL Address\0"
    "AP Sync Key Material\0"
    "ESL Response Key Material\0"
    "ESL Current Absolute Time\0"
    "ESL Display Information\0"
    "ESL Image Information\0"
    "ESL Sensor Information\0"
    "ESL LED Information\0"
    "ESL Control Point\0"
    "UDI for Medical Devices\0"
    "GMAP Role\0"
    "UGG Features\0"
    "UGT Features\0"
    "BGS Features\0"
    "BGR Features\0"
    "Percentage 8 Steps\0"
    "Acceleration\0"
    "Force\0"
    "Linear Position\0"
    "Rotational Speed\0"
    "Length\0"
    "Torque\0"
    "IMD Status\0"
    "IMDS Descriptor Value Changed\0"
    "First Use Date\0"
    "Life Cycle Data\0"
    "Work Cycle Data\0"
    "Service Cycle Data\0"
    "IMD Control\0"
    "IMD Historical Data\0"
    "RAS Features\0"
    "Real-time Ranging Data\0"
    "On-demand Ranging Data\0"
    "RAS Control Point\0"
    "Ranging Data Ready\0"
    "Ranging Data Overwritten\0"
    "Coordinated Set Name\0"
    "Humidity 8\0"
    "Illuminance 16\0"
    "Acceleration - 3D\0"
    "Precise Acceleration - 3D\0"
    "Acceleration Detection Status\0"
    "Door/Window Status\0"
    "Pushbutton Status 8\0"
    "Contact Status 8\0"
    "HID ISO Properties\0"
    "LE HID Operation Mode\0"
    "Cookware Description\0"
    "Recipe Control\0"
    "Recipe Parameters\0"
    "Cooking Step Status\0"
    "Cooking Zone Capabilities\0"
    "Cooking Zone Desired Cooking Conditions\0"
    "Cooking Zone Actual Cooking Conditions\0"
    "Cookware Sensor Data\0"
    "Cookware Sensor Aggregate\0"
    "Cooking Temperature\0"
    "Cooking Zone Perceived Power\0"
    "Kitchen Appliance Airflow\0"
    "Voice Assistant Name\0"
    "Voice Assistant UUID\0"
    "Voice Assistant Service Control Point\0"
    "Installed Location\0"
    "Voice Assistant Session State\0"
    "Voice Assistant Session Flag\0"
    "Voice Assistant Supported Languages\0"
    "Voice Assistant Supported Features\0"
    "Ericsson AB\0"
    "Nokia Mobile Phones\0"
    "Intel Corp.\0"
    "IBM Corp.\0"
    "Toshiba Corp.\0"
    "3Com\0"
    "Microsoft\0"
    "Lucent\0"
    "Motorola\0"
    "Infineon Technologies AG\0"
    "Qualcomm Technologies International, Ltd. (QTIL)\0"
    "Silicon Wave\0"
    "Digianswer A/S\0"
    "Texas Instruments Inc.\0"
    "Parthus Technologies Inc.\0"
    "Broadcom Corporation\0"
    "Mitel Semiconductor\0"
    "Widcomm, Inc.\0"
    "Zeevo, Inc.\0"
    "Atmel Corporation\0"
    "Mitsubishi Electric Corporation\0"
    "RTX A/S\0"
    "KC Technology Inc.\0"
    "Newlogic\0"
    "Transilica, Inc.\0"
    "Rohde & Schwarz GmbH & Co. KG\0"
    "TTPCom Limited\0"
    "Signia Technologies, Inc.\0"
    "Conexant Systems Inc.\0"
    "Qualcomm\0"
    "Inventel\0"
    "AVM Berlin\0"
    "BandSpeed, Inc.\0"
    "Mansella Ltd\0"
    "NEC Corporation\0"
    "WavePlus Technology Co., Ltd.\0"
    "Alcatel\0"
    "NXP B.V.\0"
    "C Technologies\0"
    "Open Interface\0"
    "R F Micro Devices\0"
    "Hitachi Ltd\0"
    "Symbol Technologies, Inc.\0"
    "Tenovis\0"
    "Macronix International Co. Ltd.\0"
    "GCT Semiconductor\0"
    "Norwood Systems\0"
    "MewTel Technology Inc.\0"
    "ST Microelectronics\0"
    "Synopsys, Inc.\0"
    "Red-M (Communications) Ltd\0"
    "Commil Ltd\0"
    "Computer Access Technology Corporation (CATC)\0"
    "Eclipse (HQ Espana) S.L.\0"
    "Renesas Electronics Corporation\0"
    "Mobilian Corporation\0"
    "Syntronix Corporation\0"
    "Integrated System Solution Corp.\0"
    "Panasonic Holdings Corporation\0"
    "Gennum Corporation\0"
    "BlackBerry Limited\0"
    "IPextreme, Inc.\0"
    "Systems and Chips, Inc\0"
    "Bluetooth SIG, Inc\0"
    "Seiko Epson Corporation\0"
    "Integrated Silicon Solution Taiwan, Inc.\0"
    "CONWISE Technology Corporation Ltd\0"
    "PARROT AUTOMOTIVE SAS\0"
    "Socket Mobile\0"
    "Atheros Communications, Inc.\0"
    "MediaTek, Inc.\0"
    "Bluegiga\0"
    "Marvell Technology Group Ltd.\0"
    "3DSP Corporation\0"
    "Accel Semiconductor Ltd.\0"
    "AUMOVIO Systems, Inc.\0"
    "Apple, Inc.\0"
    "Staccato Communications, Inc.\0"
    "Avago Technologies\0"
    "APT Ltd.\0"
    "SiRF Technology, Inc.\0"
    "Tzero Technologies, Inc.\0"
    "J&M Corporation\0"
    "Free2move AB\0"
    "3DiJoy Corporation\0"
    "Plantronics, Inc.\0"
    "Sony Ericsson Mobile Communications\0"
    "Harman International Industries, Inc.\0"
    "Vizio, Inc.\0"
    "Nordic Semiconductor ASA\0"
    "EM Microelectronic-Marin SA\0"
    "Ralink Technology Corporation\0"
    "Belkin International, Inc.\0"
    "Realtek Semiconductor Corporation\0"
    "Stonestreet One, LLC\0"
    "Wicentric, Inc.\0"
    "RivieraWaves S.A.S\0"
    "RDA Microelectronics\0"
    "Gibson Guitars\0"
    "MiCommand Inc.\0"
    "Band XI International, LLC\0"
    "HP, Inc.\0"
    "GN Hearing\0"
    "General Motors\0"
    "A&D Engineering, Inc.\0"
    "LTIMINDTREE LIMITED\0"
    "Polar Electro OY\0"
    "Beautiful Enterprise Co., Ltd.\0"
    "Summit Data Communications, Inc.\0"
    "Sound ID\0"
    "Monster, LLC\0"
    "connectBlue AB\0"
    "ShangHai Super Smart Electronics Co. Ltd.\0"
    "Group Sense Ltd.\0"
    "Zomm, LLC\0"
    "Samsung Electronics Co. Ltd.\0"
    "Creative Technology Ltd.\0"
    "Laird Connectivity LLC\0"
    "Nike, Inc.\0"
    "lesswire AG\0"
    "MStar Semiconductor, Inc.\0"
    "Hanlynn Technologies\0"
    "Seers Technology Co., Ltd.\0"
    "Sports Tracking Technologies Ltd.\0"
    "Autonet Mobile\0"
    "DeLorme Publishing Company, Inc.\0"
    "WuXi Vimicro\0"
    "DSEA A/S\0"
    "TimeKeeping Systems, Inc.\0"
    "Ludus Helsinki Ltd.\0"
    "BlueRadios, Inc.\0"
    "Equinux AG\0"
    "Garmin International, Inc.\0"
    "Ecotest\0"
    "GN Hearing A/S\0"
    "Jawbone\0"
    "Topcon Positioning Systems, LLC\0"
    "Gimbal Inc.\0"
    "Zscan Software\0"
    "Quintic Corp\0"
    "Telit Wireless Solutions GmbH\0"
    "Funai Electric Co., Ltd.\0"
    "Advanced PANMOBIL systems GmbH & Co. KG\0"
    "ThinkOptics, Inc.\0"
    "Universal Electronics, Inc.\0"
    "Airoha Technology Corp.\0"
    "NEC Lighting, Ltd.\0"
    "ODM Technology, Inc.\0"
    "ConnecteDevice Ltd.\0"
    "zero1.tv GmbH\0"
    "i.Tech Dynamic Global Distribution Ltd.\0"
    "Alpwise\0"
    "Jiangsu Toppower Automotive Electronics Co., Ltd.\0"
    "Colorfy, Inc.\0"
    "Geoforce Inc.\0"
    "Bose Corporation\0"
    "Suunto Oy\0"
    "Kensington Computer Products Group\0"
    "SR-Medizinelektronik\0"
    "Vertu Corporation Limited\0"
    "Meta Watch Ltd.\0"
    "LINAK A/S\0"
    "OTL Dynamics LLC\0"
    "Panda Ocean Inc.\0"
    "Visteon Corporation\0"
    "ARP Devices Limited\0"
    "MARELLI EUROPE S.P.A.\0"
    "CAEN RFID srl\0"
    "Ingenieur-Systemgruppe Zahn GmbH\0"
    "Green Throttle Games\0"
    "Peter Systemtechnik GmbH\0"
    "Omegawave Oy\0"
    "Cinetix\0"
    "Passif Semiconductor Corp\0"
    "Saris Cycling Group, Inc\0"
    "Bekey A/S\0"
    "Clarinox Technologies Pty. Ltd.\0"
    "BDE Technology Co., Ltd.\0"
    "Swirl Networks\0"
    "Meso international\0"
    "TreLab Ltd\0"
    "Qualcomm Innovation Center, Inc. (QuIC)\0"
    "Johnson Controls, Inc.\0"
    "Starkey Hearing Technologies\0"
    "S-Power Electronics Limited\0"
    "Ace Sensor Inc\0"
    "Aplix Corporation\0"
    "AAMP of America\0"
    "Stalmart Technology Limited\0"
    "AMICCOM Electronics Corporation\0"
    "Shenzhen Excelsecu Data Technology Co.,Ltd\0"
    "Geneq Inc.\0"
    "adidas AG\0"
    "LG Electronics\0"
    "Onset Computer Corporation\0"
    "Selfly BV\0"
    "Quuppa Oy.\0"
    "GeLo Inc\0"
    "Evluma\0"
    "MC10\0"
    "Binauric SE\0"
    "Beats Electronics\0"
    "Microchip Technology Inc.\0"
    "Eve Systems GmbH\0"
    "ARCHOS SA\0"
    "Dexcom, Inc.\0"
    "Polar Electro Europe B.V.\0"
    "Renesas Design Netherlands B.V.\0"
    "Taixingbang Technology (HK) Co,. LTD.\0"
    "Austco Communication Systems\0"
    "Timex Group USA, Inc.\0"
    "Qualcomm Technologies, Inc.\0"
    "Qualcomm Connected Experiences, Inc.\0"
    "Voyetra Turtle Beach\0"
    "txtr GmbH\0"
    "Snuza (Pty) Ltd\0"
    "Procter & Gamble\0"
    "Hosiden Corporation\0"
    "Muzik LLC\0"
    "Misfit Wearables Corp\0"
    "Google\0"
    "Danlers Ltd\0"
    "Semilink Inc\0"
    "inMusic Brands, Inc\0"
    "L.S. Research, Inc.\0"
    "Eden Software Consultants Ltd.\0"
    "KS Technologies\0"
    "ACTS Technologies\0"
    "Vtrack Systems\0"
    "Nielsen-Kellerman\0"
    "Server Technology Inc.\0"
    "BioResearch Associates\0"
    "Jolly Logic, LLC\0"
    "Above Average Outcomes, Inc.\0"
    "Bitsplitters GmbH\0"
    "PayPal, Inc.\0"
    "Witron Technology Limited\0"
    "Morse Project Inc.\0"
    "Kent Displays Inc.\0"
    "Nautilus Inc.\0"
    "Smartifier Oy\0"
    "Elcometer Limited\0"
    "VSN Technologies, Inc.\0"
    "AceUni Corp., Ltd.\0"
    "Crystal Alarm AB\0"
    "KOUKAAM a.s.\0"
    "Delphi Corporation\0"
    "ValenceTech Limited\0"
    "Stanley Black and Decker\0"
    "Typo Products, LLC\0"
    "TomTom International BV\0"
    "Fugoo, Inc.\0"
    "Keiser Corporation\0"
    "Bang & Olufsen A/S\0"
    "PLUS Location Systems Pty Ltd\0"
    "Ubiquitous Computing Technology Corporation\0"
    "Innovative Yachtter Solutions\0"
    "Demant A/S\0"
    "Chicony Electronics Co., Ltd.\0"
    "Atus BV\0"
    "Codegate Ltd\0"
    "ERi, Inc\0"
    "Transducers Direct, LLC\0"
    "DENSO TEN Limited\0"
    "Audi AG\0"
    "HiSilicon Technologies CO., LIMITED\0"
    "Nippon Seiki Co., Ltd.\0"
    "Steelseries ApS\0"
    "Visybl Inc.\0"
    "Openbrain Technologies, Co., Ltd.\0"
    "e.solutions\0"
    "10AK Technologies\0"
    "Wimoto Technologies Inc\0"
    "Radius Networks, Inc.\0"
    "Qualcomm Labs, Inc.\0"
    "Hewlett Packard Enterprise\0"
    "Baidu\0"
    "Arendi AG\0"
    "Skoda Auto a.s.\0"
    "Volkswagen AG\0"
    "Porsche AG\0"
    "Sino Wealth Electronic Ltd.\0"
    "AirTurn, Inc.\0"
    "Kinsa, Inc\0"
    "HID Global\0"
    "SEAT es\0"
    "Promethean Ltd.\0"
    "Salutica Allied Solutions\0"
    "GPSI Group Pty Ltd\0"
    "Nimble Devices Oy\0"
    "Changzhou Yongse Infotech Co., Ltd.\0"
    "SportIQ\0"
    "TEMEC Instruments B.V.\0"
    "Sony Corporation\0"
    "ASSA ABLOY\0"
    "Clarion Co. Inc.\0"
    "Warehouse Innovations\0"
    "Cypress Semiconductor\0"
    "MADS Inc\0"
    "Blue Maestro Limited\0"
    "Resolution Products, Ltd.\0"
    "Aireware LLC\0"
    "Silvair, Inc.\0"
    "Prestigio Plaza Ltd.\0"
    "NTEO Inc.\0"
    "Focus Systems Corporation\0"
    "Tencent Holdings Ltd.\0"
    "Allegion\0"
    "Murata Manufacturing Co., Ltd.\0"
    "WirelessWERX\0"
    "Nod, Inc.\0"
    "Alpine Electronics (China) Co., Ltd\0"
    "FedEx Services\0"
    "Grape Systems Inc.\0"
    "Bkon Connect\0"
    "Lintech GmbH\0"
    "Novatel Wireless\0"
    "Ciright\0"
    "Mighty Cast, Inc.\0"
    "Ambimat Electronics\0"
    "Perytons Ltd.\0"
    "Tivoli Audio, LLC\0"
    "Master Lock\0"
    "Mesh-Net Ltd\0"
    "HUIZHOU DESAY SV AUTOMOTIVE CO., LTD.\0"
    "Tangerine, Inc.\0"
    "B&W Group Ltd.\0"
    "Pioneer Corporation\0"
    "OnBeep\0"
    "Vernier Software & Technology\0"
    "ROL Ergo\0"
    "Pebble Technology\0"
    "NETATMO\0"
    "Accumulate AB\0"
    "Anhui Huami Information Technology Co., Ltd.\0"
    "Inmite s.r.o.\0"
    "ChefSteps, Inc.\0"
    "micas AG\0"
    "Biomedical Research Ltd.\0"
    "Pitius Tec S.L.\0"
    "Estimote, Inc.\0"
    "Unikey Technologies, Inc.\0"
    "Timer Cap Co.\0"
    "AwoX\0"
    "yikes\0"
    "MADSGlobalNZ Ltd.\0"
    "PCH International\0"
    "Qingdao Yeelink Information Technology Co., Ltd.\0"
    "Milwaukee Electric Tools\0"
    "MISHIK Pte Ltd\0"
    "Ascensia Diabetes Care US Inc.\0"
    "Spicebox LLC\0"
    "emberlight\0"
    "Copeland Cold Chain LP\0"
    "Qblinks\0"
    "MYSPHERA\0"
    "LifeScan Inc\0"
    "Volantic AB\0"
    "Podo Labs, Inc\0"
    "Roche Diabetes Care AG\0"
    "Amazon.com Services LLC\0"
    "Connovate Technology Private Limited\0"
    "Kocomojo, LLC\0"
    "Everykey Inc.\0"
    "Dynamic Controls\0"
    "SentriLock\0"
    "I-SYST inc.\0"
    "CASIO COMPUTER CO., LTD.\0"
    "LAPIS Semiconductor Co.,Ltd\0"
    "Telemonitor, Inc.\0"
    "taskit GmbH\0"
    "Mercedes-Benz Group AG\0"
    "BatAndCat\0"
    "BluDotz Ltd\0"
    "XTel Wireless ApS\0"
    "Gigaset Technologies GmbH\0"
    "Gecko Health Innovations, Inc.\0"
    "HOP Ubiquitous\0"
    "Walt Disney\0"
    "Nectar\0"
    "CORE Lighting Ltd\0"
    "Seraphim Sense Ltd\0"
    "Unico RBC\0"
    "Physical Enterprises Inc.\0"
    "Able Trend Technology Limited\0"
    "Konica Minolta, Inc.\0"
    "Wilo SE\0"
    "Extron Design Services\0"
    "Google LLC\0"
    "Intelletto Technologies Inc.\0"
    "FDK CORPORATION\0"
    "Cloudleaf, Inc\0"
    "Maveric Automation LLC\0"
    "Acoustic Stream Corporation\0"
    "Zuli\0"
    "Paxton Access Ltd\0"
    "WiSilica Inc.\0"
    "VENGIT Korlatolt Felelossegu Tarsasag\0"
    "SALTO SYSTEMS S.L.\0"
    "TRON Forum\0"
    "CUBETECH s.r.o.\0"
    "Cokiya Incorporated\0"
    "CVS Health\0"
    "Ceruus\0"
    "Strainstall Ltd\0"
    "Channel Enterprises (HK) Ltd.\0"
    "FIAMM\0"
    "GIGALANE.CO.,LTD\0"
    "EROAD\0"
    "MSA Innovation, LLC\0"
    "Icon Health and Fitness\0"
    "Wille Engineering\0"
    "ENERGOUS CORPORATION\0"
    "Taobao\0"
    "Canon Inc.\0"
    "Geophysical Technology Inc.\0"
    "Meta Platforms, Inc.\0"
    "Trividia Health, Inc.\0"
    "FlightSafety International\0"
    "Sunrise Micro Devices, Inc.\0"
    "Star Micronics Co., Ltd.\0"
    "Netizens Sp. z o.o.\0"
    "Nymi Inc.\0"
    "Nytec, Inc.\0"
    "Trineo Sp. z o.o.\0"
    "Nest Labs Inc.\0"
    "LM Technologies Ltd\0"
    "General Electric Company\0"
    "i+D3 S.L.\0"
    "HANA Micron\0"
    "Stages Cycling LLC\0"
    "Cochlear Bone Anchored Solutions AB\0"
    "SenionLab AB\0"
    "Syszone Co., Ltd\0"
    "Pulsate Mobile Ltd.\0"
    "Hongkong OnMicro Electronics Limited\0"
    "BRADATECH Corp.\0"
    "Transenergooil AG\0"
    "DME Microelectronics\0"
    "Bitcraze AB\0"
    "HASWARE Inc.\0"
    "Abiogenix Inc.\0"
    "Poly-Control ApS\0"
    "Avi-on\0"
    "Laerdal Medical AS\0"
    "Fetch My Pet\0"
    "Sam Labs Ltd.\0"
    "Chengdu Synwing Technology Ltd\0"
    "HOUWA SYSTEM DESIGN, k.k.\0"
    "BSH\0"
    "Primus Inter Pares Ltd\0"
    "August Home, Inc\0"
    "Gill Electronics\0"
    "Sky Wave Design\0"
    "Newlab S.r.l.\0"
    "ELAD srl\0"
    "G-wearables inc.\0"
    "Code Corporation\0"
    "Savant Systems LLC\0"
    "Logitech International SA\0"
    "Innblue Consulting\0"
    "iParking Ltd.\0"
    "Koninklijke Philips N.V.\0"
    "Minelab Electronics Pty Limited\0"
    "Bison Group Ltd.\0"
    "Widex A/S\0"
    "Jolla Ltd\0"
    "Caterpillar Inc\0"
    "Freedom Innovations\0"
    "Dynamic Devices Ltd\0"
    "Technology Solutions (UK) Ltd\0"
    "Advanced Application Design, Inc.\0"
    "Spreadtrum Communications Shanghai Ltd\0"
    "CuteCircuit LTD\0"
    "Valeo Service\0"
    "Fullpower Technologies, Inc.\0"
    "KloudNation\0"
    "Zebra Technologies Corporation\0"
    "Itron, Inc.\0"
    "The University of Tokyo\0"
    "UTC Fire and Security\0"
    "Cool Webthings Limited\0"
    "DJO Global\0"
    "Gelliner Limited\0"
    "Anyka (Guangzhou) Microelectronics Technology Co, LTD\0"
    "Medtronic Inc.\0"
    "Gozio Inc.\0"
    "Form Lifting, LLC\0"
    "Wahoo Fitness, LLC\0"
    "Kontakt Micro-Location Sp. z o.o.\0"
    "Radio Systems Corporation\0"
    "Freescale Semiconductor, Inc.\0"
    "Verifone Systems Pte Ltd. Taiwan Branch\0"
    "AR Timing\0"
    "Rigado LLC\0"
    "Kemppi Oy\0"
    "Otter Products, LLC\0"
    "STEMP Inc.\0"
    "LumiGeek LLC\0"
    "InvisionHeart Inc.\0"
    "Macnica Inc.\0"
    "Jaguar Land Rover Limited\0"
    "CoroWare Technologies, Inc\0"
    "Omron Healthcare Co., LTD\0"
    "Comodule GMBH\0"
    "ikeGPS\0"
    "Telink Semiconductor Co. Ltd\0"
    "Interplan Co., Ltd\0"
    "Wyler AG\0"
    "IK Multimedia Production srl\0"
    "Lukoton Experience Oy\0"
    "MTI Ltd\0"
    "Tech4home, Lda\0"
    "DOTT Limited\0"
    "Blue Speck Labs, LLC\0"
    "Cisco Systems, Inc\0"
    "Mobicomm Inc\0"
    "Edamic\0"
    "Goodnet, Ltd\0"
    "Luster Leaf Products Inc\0"
    "Manus Machina BV\0"
    "Mobiquity Networks Inc\0"
    "Praxis Dynamics\0"
    "Philip Morris Products S.A.\0"
    "Comarch SA\0"
    "Nestlé Nespresso S.A.\0"
    "Merlinia A/S\0"
    "LifeBEAM Technologies\0"
    "Twocanoes Labs, LLC\0"
    "Muoverti Limited\0"
    "Stamer Musikanlagen GMBH\0"
    "Tesla, Inc.\0"
    "Pharynks Corporation\0"
    "Lupine\0"
    "Siemens AG\0"
    "Foster Electric Company, Ltd\0"
    "ETA SA\0"
    "x-Senso Solutions Kft\0"
    "Shenzhen SuLong Communication Ltd\0"
    "FengFan (BeiJing) Technology Co, Ltd\0"
    "Qrio Inc\0"
    "Pitpatpet Ltd\0"
    "MSHeli s.r.l.\0"
    "Trakm8 Ltd\0"
    "JIN CO, Ltd\0"
    "Alatech Tehnology\0"
    "Beijing CarePulse Electronic Technology Co, Ltd\0"
    "ViCentra B.V.\0"
    "Raven Industries\0"
    "WaveWare Technologies Inc.\0"
    "Argenox Technologies\0"
    "Bragi GmbH\0"
    "Masimo Corp\0"
    "Iotera Inc\0"
    "Endress+Hauser\0"
    "ACKme Networks, Inc.\0"
    "FiftyThree Inc.\0"
    "Parker Hannifin Corp\0"
    "Uwatec AG\0"
    "Orlan LLC\0"
    "Blue Clover Devices\0"
    "M-Way Solutions GmbH\0"
    "Microtronics Engineering GmbH\0"
    "Schneider Schreibgeräte GmbH\0"
    "Sapphire Circuits LLC\0"
    "Lumo Bodytech Inc.\0"
    "UKC Technosolution\0"
    "Xicato Inc.\0"
    "Playbrush\0"
    "Dai Nippon Printing Co., Ltd.\0"
    "G24 Power Limited\0"
    "AdBabble Local Commerce Inc.\0"
    "Devialet SA\0"
    "ALTYOR\0"
    "University of Applied Sciences Valais/Haute Ecole Valaisanne\0"
    "Five Interactive, LLC dba Zendo\0"
    "NetEase（Hangzhou）Network co.Ltd.\0"
    "Lexmark International Inc.\0"
    "Fluke Corporation\0"
    "Yardarm Technologies\0"
    "SECVRE GmbH\0"
    "Glacial Ridge Technologies\0"
    "Identiv, Inc.\0"
    "DDS, Inc.\0"
    "SMK Corporation\0"
    "Schawbel Technologies LLC\0"
    "XMI Systems SA\0"
    "Cerevo\0"
    "Torrox GmbH & Co KG\0"
    "Gemalto\0"
    "DEKA Research & Development Corp.\0"
    "Domster Tadeusz Szydlowski\0"
    "Technogym SPA\0"
    "FLEURBAEY BVBA\0"
    "Aptcode Solutions\0"
    "LSI ADL Technology\0"
    "Animas Corp\0"
    "Alps Alpine Co., Ltd.\0"
    "OCEASOFT\0"
    "Motsai Research\0"
    "Geotab\0"
    "E.G.O. Elektro-Geraetebau GmbH\0"
    "bewhere inc\0"
    "Johnson Outdoors Inc\0"
    "steute Schaltgerate GmbH & Co. KG\0"
    "Ekomini inc.\0"
    "DEFA AS\0"
    "Aseptika Ltd\0"
    "HUAWEI Technologies Co., Ltd.\0"
    "HabitAware, LLC\0"
    "ruwido austria gmbh\0"
    "ITEC corporation\0"
    "StoneL\0"
    "Sonova AG\0"
    "Maven Machines, Inc.\0"
    "Synapse Electronics\0"
    "WOWTech Canada Ltd.\0"
    "RF Code, Inc.\0"
    "Wally Ventures S.L.\0"
    "SK Telecom\0"
    "Jetro AS\0"
    "Code Gears LTD\0"
    "NANOLINK APS\0"
    "RF Digital Corp\0"
    "Church & Dwight Co., Inc\0"
    "Multibit Oy\0"
    "CliniCloud Inc\0"
    "Blue Bite\0"
    "ELIAS GmbH\0"
    "Sivantos GmbH\0"
    "Petzl\0"
    "storm power ltd\0"
    "EISST Ltd\0"
    "Inexess Technology Simma KG\0"
    "Currant, Inc.\0"
    "C2 Development, Inc.\0"
    "Blue Sky Scientific, LLC\0"
    "ALOTTAZS LABS, LLC\0"
    "Kupson spol. s r.o.\0"
    "Areus Engineering GmbH\0"
    "Impossible Camera GmbH\0"
    "Sera4 Ltd.\0"
    "Itude\0"
    "Pacific Lock Company\0"
    "Tendyron Corporation\0"
    "Robert Bosch GmbH\0"
    "Illuxtron international B.V.\0"
    "miSport Ltd.\0"
    "Chargelib\0"
    "Doppler Lab\0"
    "BBPOS Limited\0"
    "RTB Elektronik GmbH & Co. KG\0"
    "Rx Networks, Inc.\0"
    "WeatherFlow, Inc.\0"
    "Technicolor USA Inc.\0"
    "Bestechnic(Shanghai),Ltd\0"
    "Raden Inc\0"
    "Oura Health Oy\0"
    "CLABER S.P.A.\0"
    "Hyginex, Inc.\0"
    "HANSHIN ELECTRIC RAILWAY CO.,LTD.\0"
    "Schneider Electric\0"
    "Oort Technologies LLC\0"
    "Chrono Therapeutics\0"
    "Rinnai Corporation\0"
    "Swissprime Technologies AG\0"
    "YOKOWO CO., LTD.\0"
    "Genevac Ltd\0"
    "Chemtronics\0"
    "Seguro Technology Sp. z o.o.\0"
    "Redbird Flight Simulations\0"
    "Dash Robotics\0"
    "LINE Corporation\0"
    "Guillemot Corporation\0"
    "Techtronic Power Tools Technology Limited\0"
    "Wilson Sporting Goods\0"
    "Lenovo (Singapore) Pte Ltd.\0"
    "Ayatan Sensors\0"
    "Electronics Tomorrow Limited\0"
    "OneSpan\0"
    "PayRange Inc.\0"
    "ABOV Semiconductor\0"
    "AINA-Wireless Inc.\0"
    "BMA ergonomics b.v.\0"
    "Teva Branded Pharmaceutical Products R&D, Inc.\0"
    "Anima\0"
    "3M\0"
    "Empatica Srl\0"
    "Afero, Inc.\0"
    "Powercast Corporation\0"
    "Secuyou ApS\0"
    "OMRON Corporation\0"
    "Send Solutions\0"
    "NIPPON SYSTEMWARE CO.,LTD.\0"
    "Neosfar\0"
    "Fliegl Agrartechnik GmbH\0"
    "Gilvader\0"
    "Digi International Inc (R)\0"
    "DeWalch Technologies, Inc.\0"
    "Flint Rehabilitation Devices, LLC\0"
    "Samsung SDS Co., Ltd.\0"
    "Blur Product Development\0"
    "University of Michigan\0"
    "Victron Energy BV\0"
    "NTT docomo\0"
    "Carmanah Technologies Corp.\0"
    "Bytestorm Ltd.\0"
    "Espressif Systems (Shanghai) Co., Ltd.\0"
    "Unwire\0"
    "Connected Yard, Inc.\0"
    "American Music Environments\0"
    "Sensogram Technologies, Inc.\0"
    "Fujitsu Limited\0"
    "Ardic Technology\0"
    "Delta Systems, Inc\0"
    "HTC Corporation\0"
    "Citizen Holdings Co., Ltd.\0"
    "SMART-INNOVATION.inc\0"
    "Blackrat Software\0"
    "The Idea Cave, LLC\0"
    "GoPro, Inc.\0"
    "AuthAir, Inc\0"
    "Vensi, Inc.\0"
    "Indagem Tech LLC\0"
    "Intemo Technologies\0"
    "Runteq Oy Ltd\0"
    "IMAGINATION TECHNOLOGIES LTD\0"
    "Clarius Mobile Health Corp.\0"
    "Shanghai Frequen Microelectronics Co., Ltd.\0"
    "Lierda Science & Technology Group Co., Ltd.\0"
    "Silicon Laboratories\0"
    "World Moto Inc.\0"
    "Giatec Scientific Inc.\0"
    "Loop Devices, Inc\0"
    "IACA electronique\0"
    "Oura Health Ltd\0"
    "Swipp ApS\0"
    "Life Laboratory Inc.\0"
    "FUJI INDUSTRIAL CO.,LTD.\0"
    "Surefire, LLC\0"
    "Dolby Labs\0"
    "Ellisys\0"
    "Magnitude Lighting Converters\0"
    "Hilti AG\0"
    "Devdata S.r.l.\0"
    "Shortcut Labs\0"
    "SGL Italia S.r.l.\0"
    "PEEQ DATA\0"
    "Ducere Technologies Pvt Ltd\0"
    "DiveNav, Inc.\0"
    "RIIG AI Sp. z o.o.\0"
    "Thermo Fisher Scientific\0"
    "AG Measurematics Pvt. Ltd.\0"
    "CHUO Electronics CO., LTD.\0"
    "Aspenta International\0"
    "Eugster Frismag AG\0"
    "Wurth Elektronik eiSos GmbH & Co. KG\0"
    "HQ Inc\0"
    "Lab Sensor Solutions\0"
    "Enterlab ApS\0"
    "Eyefi, Inc.\0"
    "MetaSystem S.p.A.\0"
    "SONO ELECTRONICS. CO., LTD\0"
    "Rotor Bike Components\0"
    "Astro, Inc.\0"
    "Amotus Solutions\0"
    "Healthwear Technologies (Changzhou)Ltd\0"
    "Essex Electronics\0"
    "Grundfos A/S\0"
    "Eargo, Inc.\0"
    "Electronic Design Lab\0"
    "ESYLUX\0"
    "NIPPON SMT.CO.,Ltd\0"
    "BM innovations GmbH\0"
    "indoormap\0"
    "OttoQ Inc\0"
    "North Pole Engineering\0"
    "3flares Technologies Inc.\0"
    "Mul-T-Lock\0"
    "Airthings ASA\0"
    "Enlighted Inc\0"
    "GISTIC\0"
    "AJP2 Holdings, LLC\0"
    "COBI GmbH\0"
    "Appception, Inc.\0"
    "Courtney Thorne Limited\0"
    "Virtuosys\0"
    "TPV Technology Limited\0"
    "Monitra SA\0"
    "Automation Components, Inc.\0"
    "Letsense s.r.l.\0"
    "Etesian Technologies LLC\0"
    "GERTEC BRASIL LTDA.\0"
    "Drekker Development Pty. Ltd.\0"
    "Whirl Inc\0"
    "Locus Positioning\0"
    "Acuity Brands Lighting, Inc\0"
    "Prevent Biometrics\0"
    "VersaMe\0"
    "Libratone A/S\0"
    "HM Electronics, Inc.\0"
    "TASER International, Inc.\0"
    "Heartland Payment Systems\0"
    "Bitstrata Systems Inc.\0"
    "Pieps GmbH\0"
    "iRiding(Xiamen)Technology Co.,Ltd.\0"
    "Alpha Audiotronics, Inc.\0"
    "TOPPAN FORMS CO.,LTD.\0"
    "Sigma Designs, Inc.\0"
    "Spectrum Brands, Inc.\0"
    "Polymap Wireless\0"
    "MagniWare Ltd.\0"
    "Novotec Medical GmbH\0"
    "Phillips-Medisize A/S\0"
    "Matrix Inc.\0"
    "Eaton Corporation\0"
    "KYS\0"
    "Naya Health, Inc.\0"
    "Acromag\0"
    "Insulet Corporation\0"
    "Wellinks Inc.\0"
    "ON Semiconductor\0"
    "FREELAP SA\0"
    "Favero Electronics Srl\0"
    "BioMech Sensor LLC\0"
    "BOLTT Sports technologies Private limited\0"
    "Metormote AB\0"
    "littleBits\0"
    "SetPoint Medical\0"
    "BRControls Products BV\0"
    "Zipcar\0"
    "AirBolt Pty Ltd\0"
    "MOTIVE TECHNOLOGIES, INC.\0"
    "Motiv, Inc.\0"
    "Wazombi Labs OÜ\0"
    "Nixie Labs, Inc.\0"
    "AppNearMe Ltd\0"
    "Holman Industries\0"
    "Expain AS\0"
    "Electronic Temperature Instruments Ltd\0"
    "Plejd AB\0"
    "Propeller Health\0"
    "Shenzhen iMCO Electronic Technology Co.,Ltd\0"
    "Algoria\0"
    "Apption Labs Inc.\0"
    "Cronologics Corporation\0"
    "MICRODIA Ltd.\0"
    "lulabytes S.L.\0"
    "Société des Produits Nestlé S.A.\0"
    "LLC \"MEGA-F service\"\0"
    "Sharp Corporation\0"
    "Precision Outcomes Ltd\0"
    "Kronos Incorporated\0"
    "Embedded Electronic Solutions Ltd. dba e2Solutions\0"
    "Aterica Inc.\0"
    "BluStor PMC, Inc.\0"
    "Kapsch TrafficCom AB\0"
    "ActiveBlu Corporation\0"
    "Kohler Mira Limited\0"
    "Noke\0"
    "Appion Inc.\0"
    "Resmed Ltd\0"
    "Crownstone B.V.\0"
    "Xiaomi Inc.\0"
    "INFOTECH s.r.o.\0"
    "Thingsquare AB\0"
    "T&D\0"
    "LAVAZZA S.p.A.\0"
    "SDATAWAY\0"
    "BLOKS GmbH\0"
    "LEGO System A/S\0"
    "Thetatronics Ltd\0"
    "Nikon Corporation\0"
    "NeST\0"
    "South Silicon Valley Microelectronics\0"
    "ALE International\0"
    "CareView Communications, Inc.\0"
    "SchoolBoard Limited\0"
    "Molex Corporation\0"
    "IVT Wireless Limited\0"
    "Alpine Labs LLC\0"
    "Candura Instruments\0"
    "SmartMovt Technology Co., Ltd\0"
    "Token Zero Ltd\0"
    "ACE CAD Enterprise Co., Ltd. (ACECAD)\0"
    "Medela, Inc\0"
    "AeroScout\0"
    "Esrille Inc.\0"
    "Exon Sp. z o.o.\0"
    "Meizu Technology Co., Ltd.\0"
    "XiQ\0"
    "Allswell Inc.\0"
    "Comm-N-Sense Corp DBA Verigo\0"
    "VIBRADORM GmbH\0"
    "Otodata Wireless Network Inc.\0"
    "Propagation Systems Limited\0"
    "Midwest Instruments & Controls\0"
    "Alpha Nodus, inc.\0"
    "petPOMM, Inc\0"
    "Mattel\0"
    "Airbly Inc.\0"
    "A-Safe Limited\0"
    "FREDERIQUE CONSTANT SA\0"
    "Maxscend Microelectronics Company Limited\0"
    "Abbott\0"
    "ASB Bank Ltd\0"
    "amadas\0"
    "Applied Science, Inc.\0"
    "iLumi Solutions Inc.\0"
    "Arch Systems Inc.\0"
    "Ember Technologies, Inc.\0"
    "Snapchat Inc\0"
    "Casambi Technologies Oy\0"
    "Pico Technology Inc.\0"
    "St. Jude Medical, Inc.\0"
    "Intricon\0"
    "Structural Health Systems, Inc.\0"
    "Avvel International\0"
    "Gallagher Group\0"
    "In2things Automation Pvt. Ltd.\0"
    "SYSDEV Srl\0"
    "Vonkil Technologies Ltd\0"
    "Wynd Technologies, Inc.\0"
    "CONTRINEX S.A.\0"
    "MIRA, Inc.\0"
    "Watteam Ltd\0"
    "Density Inc.\0"
    "IOT Pot India Private Limited\0"
    "Sigma Connectivity AB\0"
    "PEG PEREGO SPA\0"
    "Wyzelink Systems Inc.\0"
    "Yota Devices LTD\0"
    "FINSECUR\0"
    "Zen-Me Labs Ltd\0"
    "3IWare Co., Ltd.\0"
    "EnOcean GmbH\0"
    "Instabeat, Inc\0"
    "Nima Labs\0"
    "Andreas Stihl AG & Co. KG\0"
    "Nathan Rhoades LLC\0"
    "Grob Technologies, LLC\0"
    "Actions Technology Co.,Ltd\0"
    "SPD Development Company Ltd\0"
    "Sensoan Oy\0"
    "Qualcomm Life Inc\0"
    "Chip-ing AG\0"
    "ffly4u\0"
    "IoT Instruments Oy\0"
    "TRUE Fitness Technology\0"
    "Reiner Kartengeraete GmbH & Co. KG.\0"
    "SHENZHEN LEMONJOY TECHNOLOGY CO., LTD.\0"
    "Hello Inc.\0"
    "Ozo Edu, Inc.\0"
    "Jigowatts Inc.\0"
    "BASIC MICRO.COM,INC.\0"
    "CUBE TECHNOLOGIES\0"
    "foolography GmbH\0"
    "CLINK\0"
    "Hestan Smart Cooking Inc.\0"
    "WindowMaster A/S\0"
    "PAL Technologies Ltd\0"
    "WHERE, Inc.\0"
    "Iton Technology Corp.\0"
    "Owl Labs Inc.\0"
    "Rockford Corp.\0"
    "Becon Technologies Co.,Ltd.\0"
    "Vyassoft Technologies Inc\0"
    "Nox Medical\0"
    "Kimberly-Clark\0"
    "Trimble Inc.\0"
    "Littelfuse\0"
    "Withings\0"
    "i-developer IT Beratung UG\0"
    "Relations Inc.\0"
    "Sears Holdings Corporation\0"
    "Gantner Electronic GmbH\0"
    "Authomate Inc\0"
    "Vertex International, Inc.\0"
    "Swiss Audio SA\0"
    "ToGetHome Inc.\0"
    "RYSE INC.\0"
    "ZF OPENMATICS s.r.o.\0"
    "Jana Care Inc.\0"
    "Senix Corporation\0"
    "NorthStar Battery Company, LLC\0"
    "SKF (U.K.) Limited\0"
    "CO-AX Technology, Inc.\0"
    "Fender Musical Instruments\0"
    "Luidia Inc\0"
    "SEFAM\0"
    "Wireless Cables Inc\0"
    "SODA GmbH\0"
    "Fatigue Science\0"
    "Novalogy LTD\0"
    "Friday Labs Limited\0"
    "OrthoAccel Technologies\0"
    "WaterGuru, Inc.\0"
    "Benning Elektrotechnik und Elektronik GmbH & Co. KG\0"
    "Dell Computer Corporation\0"
    "Kopin Corporation\0"
    "TecBakery GmbH\0"
    "Backbone Labs, Inc.\0"
    "DELSEY SA\0"
    "Chargifi Limited\0"
    "Trainesense Ltd.\0"
    "Unify Software and Solutions GmbH & Co. KG\0"
    "Husqvarna AB\0"
    "Focus fleet and fuel management inc\0"
    "SmallLoop, LLC\0"
    "Prolon Inc.\0"
    "BD Medical\0"
    "iMicroMed Incorporated\0"
    "Ticto N.V.\0"
    "Meshtech AS\0"
    "MemCachier Inc.\0"
    "Danfoss A/S\0"
    "SnapStyk Inc.\0"
    "Alticor Inc.\0"
    "Silk Labs, Inc.\0"
    "Pillsy Inc.\0"
    "Hatch Baby, Inc.\0"
    "Blocks Wearables Ltd.\0"
    "Drayson Technologies (Europe) Limited\0"
    "eBest IOT Inc.\0"
    "Helvar Ltd\0"
    "Radiance Technologies\0"
    "Nuheara Limited\0"
    "Appside co., ltd.\0"
    "Coiler Corporation\0"
    "Thermomedics, Inc.\0"
    "Tentacle Sync GmbH\0"
    "Valencell, Inc.\0"
    "SECOM CO., LTD.\0"
    "Tucker International LLC\0"
    "Metanate Limited\0"
    "Kobian Canada Inc.\0"
    "NETGEAR, Inc.\0"
    "Fabtronics Australia Pty Ltd\0"
    "Grand Centrix GmbH\0"
    "1UP USA.com llc\0"
    "SHIMANO INC.\0"
    "Nain Inc.\0"
    "LifeStyle Lock, LLC\0"
    "VEGA Grieshaber KG\0"
    "Xtrava Inc.\0"
    "TTS Tooltechnic Systems AG & Co. KG\0"
    "Teenage Engineering AB\0"
    "Tunstall Nordic AB\0"
    "Svep Design Center AB\0"
    "Qorvo Utrecht B.V.\0"
    "Sphinx Electronics GmbH & Co KG\0"
    "Atomation\0"
    "Nemik Consulting Inc\0"
    "RF INNOVATION\0"
    "Mini Solution Co., Ltd.\0"
    "2048450 Ontario Inc\0"
    "Delta T Corporation\0"
    "Boston Scientific Corporation\0"
    "Nuviz, Inc.\0"
    "Real Time Automation, Inc.\0"
    "Kolibree\0"
    "vhf elektronik GmbH\0"
    "Bonsai Systems GmbH\0"
    "Fathom Systems Inc.\0"
    "Bellman & Symfon Group AB\0"
    "International Forte Group LLC\0"
    "Codenex Oy\0"
    "Kynesim Ltd\0"
    "Palago AB\0"
    "INSIGMA INC.\0"
    "PMD Solutions\0"
    "Qingdao Realtime Technology Co., Ltd.\0"
    "BEGA Gantenbrink-Leuchten KG\0"
    "Pambor Ltd.\0"
    "Develco Products A/S\0"
    "iDesign s.r.l.\0"
    "TiVo Corp\0"
    "Control-J Pty Ltd\0"
    "Steelcase, Inc.\0"
    "iApartment co., ltd.\0"
    "Icom inc.\0"
    "Blue Spark Technologies\0"
    "FarSite Communications Limited\0"
    "mywerk system GmbH\0"
    "Sinosun Technology Co., Ltd.\0"
    "MIYOSHI ELECTRONICS CORPORATION\0"
    "POWERMAT LTD\0"
    "Occly LLC\0"
    "OurHub Dev IvS\0"
    "Pro-Mark, Inc.\0"
    "Quintrax Limited\0"
    "POS Tuning Udo Vosshenrich GmbH & Co. KG\0"
    "Revol Technologies Inc\0"
    "SKIDATA AG\0"
    "DEV TECNOLOGIA INDUSTRIA, COMERCIO E MANUTENCAO DE EQUIPAMENTOS LTDA. - ME\0"
    "Centrica Connected Home\0"
    "Automotive Data Solutions Inc\0"
    "Igarashi Engineering\0"
    "Taelek Oy\0"
    "Vectronix AG\0"
    "S-Labs Sp. z o.o.\0"
    "Companion Medical, Inc.\0"
    "BlueKitchen GmbH\0"
    "Matting AB\0"
    "SOREX - Wireless Solutions GmbH\0"
    "ADC Technology, Inc.\0"
    "Lynxemi Pte Ltd\0"
    "SENNHEISER electronic GmbH & Co. KG\0"
    "Polymorphic Labs LLC\0"
    "Cochlear Limited\0"
    "METER Group, Inc. USA\0"
    "Ruuvi Innovations Ltd.\0"
    "Situne AS\0"
    "nVisti, LLC\0"
    "DyOcean\0"
    "Uhlmann & Zacher GmbH\0"
    "AND!XOR LLC\0"
    "Popper Pay AB\0"
    "ovrEngineered, LLC\0"
    "GT-tronics HK Ltd\0"
    "Herbert Waldmann GmbH & Co. KG\0"
    "Guangzhou FiiO Electronics Technology Co.,Ltd\0"
    "Vinetech Co., Ltd\0"
    "Dallas Logic Corporation\0"
    "BioTex, Inc.\0"
    "LINKIO SAS\0"
    "Harbortronics, Inc.\0"
    "Undagrid B.V.\0"
    "Shure Inc\0"
    "ERM Electronic Systems LTD\0"
    "BIOROWER Handelsagentur GmbH\0"
    "Kartographers Technologies Pvt. Ltd.\0"
    "The Shadow on the Moon\0"
    "mobike (Hong Kong) Limited\0"
    "Inuheat Group AB\0"
    "Swiftronix AB\0"
    "Diagnoptics Technologies\0"
    "Analog Devices, Inc.\0"
    "Soraa Inc.\0"
    "CSR Building Products Limited\0"
    "Crestron Electronics, Inc.\0"
    "Neatebox Ltd\0"
    "Draegerwerk AG & Co. KGaA\0"
    "AlbynMedical\0"
    "Averos FZCO\0"
    "VIT Initiative, LLC\0"
    "Statsports International\0"
    "Sospitas, s.r.o.\0"
    "Dmet Products Corp.\0"
    "Mantracourt Electronics Limited\0"
    "TeAM Hutchins AB\0"
    "Seibert Williams Glass, LLC\0"
    "Insta GmbH\0"
    "Svantek Sp. z o.o.\0"
    "Shanghai Flyco Electrical Appliance Co., Ltd.\0"
    "Thornwave Labs Inc\0"
    "Steiner-Optik GmbH\0"
    "Novo Nordisk A/S\0"
    "Safetech Products LLC\0"
    "GOOOLED S.R.L.\0"
    "DOM Sicherheitstechnik GmbH & Co. KG\0"
    "Olympus Corporation\0"
    "KTS GmbH\0"
    "Anloq Technologies Inc.\0"
    "Queercon, Inc\0"
    "TASKA PROSTHETICS LIMITED\0"
    "Gooee Limited\0"
    "LUGLOC LLC\0"
    "Blincam, Inc.\0"
    "FUJIFILM Corporation\0"
    "RM Acquisition LLC\0"
    "Franceschi Marina snc\0"
    "Engineered Audio, LLC.\0"
    "IOTTIVE (OPC) PRIVATE LIMITED\0"
    "4MOD Technology\0"
    "Lutron Electronics Co., Inc.\0"
    "Emerson Electric Co.\0"
    "Guardtec, Inc.\0"
    "REACTEC LIMITED\0"
    "Under Armour\0"
    "Woodenshark\0"
    "Avack Oy\0"
    "Smart Solution Technology, Inc.\0"
    "STABILO International\0"
    "Busch Jaeger Elektro GmbH\0"
    "Pacific Bioscience Laboratories, Inc\0"
    "Bird Home Automation GmbH\0"
    "Motorola Solutions\0"
    "Auxivia\0"
    "DaisyWorks, Inc\0"
    "Kosi Limited\0"
    "Theben AG\0"
    "InDreamer Techsol Private Limited\0"
    "Cerevast Medical\0"
    "ZanCompute Inc.\0"
    "Pirelli Tyre S.P.A.\0"
    "McLear Limited\0"
    "Shenzhen Goodix Technology Co., Ltd\0"
    "Convergence Systems Limited\0"
    "Interactio\0"
    "Androtec GmbH\0"
    "Benchmark Drives GmbH & Co. KG\0"
    "SwingLync L. L. C.\0"
    "Tapkey GmbH\0"
    "Woosim Systems Inc.\0"
    "Microsemi Corporation\0"
    "Wiliot LTD.\0"
    "Polaris IND\0"
    "Specifi-Kali LLC\0"
    "Locoroll, Inc\0"
    "PHYPLUS Inc\0"
    "InPlay, Inc.\0"
    "Hager\0"
    "Yellowcog\0"
    "Axes System sp. z o. o.\0"
    "Garage Smart, Inc.\0"
    "Shake-on B.V.\0"
    "Vibrissa Inc.\0"
    "OSRAM GmbH\0"
    "TRSystems GmbH\0"
    "Yichip Microelectronics (Hangzhou) Co.,Ltd.\0"
    "Foundation Engineering LLC\0"
    "UNI-ELECTRONICS, INC.\0"
    "Brookfield Equinox LLC\0"
    "Soprod SA\0"
    "9974091 Canada Inc.\0"
    "FIBRO GmbH\0"
    "RB Controls Co., Ltd.\0"
    "Footmarks\0"
    "Amtronic Sverige AB\0"
    "MAMORIO.inc\0"
    "Tyto Life LLC\0"
    "Leica Camera AG\0"
    "EDPS\0"
    "OFF Line Co., Ltd.\0"
    "Detect Blue Limited\0"
    "Setec Pty Ltd\0"
    "Target Corporation\0"
    "IAI Corporation\0"
    "NS Tech, Inc.\0"
    "MTG Co., Ltd.\0"
    "Hangzhou iMagic Technology Co., Ltd\0"
    "HONGKONG NANO IC TECHNOLOGIES CO., LIMITED\0"
    "Honeywell International Inc.\0"
    "Albrecht JUNG\0"
    "Lunera Lighting Inc.\0"
    "Lumen UAB\0"
    "Keynes Controls Ltd\0"
    "Novartis AG\0"
    "Geosatis SA\0"
    "EXFO, Inc.\0"
    "LEDVANCE GmbH\0"
    "Center ID Corp.\0"
    "Adolene, Inc.\0"
    "D&M Holdings Inc.\0"
    "CRESCO Wireless, Inc.\0"
    "Nura Operations Pty Ltd\0"
    "Frontiergadget, Inc.\0"
    "Smart Component Technologies Limited\0"
    "ZTR Control Systems LLC\0"
    "MetaLogics Corporation\0"
    "Medela AG\0"
    "OPPLE Lighting Co., Ltd\0"
    "Savitech Corp.,\0"
    "prodigy\0"
    "Screenovate Technologies Ltd\0"
    "TESA SA\0"
    "CLIM8 LIMITED\0"
    "Silergy Corp\0"
    "SilverPlus, Inc\0"
    "Sharknet srl\0"
    "Mist Systems, Inc.\0"
    "MIWA LOCK CO.,Ltd\0"
    "OrthoSensor, Inc.\0"
    "Apexar Technologies S.A.\0"
    "LOGICDATA Electronic & Software Entwicklungs GmbH\0"
    "Knick Elektronische Messgeraete GmbH & Co. KG\0"
    "Smart Technologies and Investment Limited\0"
    "Linough Inc.\0"
    "Advanced Electronic Designs, Inc.\0"
    "Carefree Scott Fetzer Co Inc\0"
    "Sensome\0"
    "FORTRONIK storitve d.o.o.\0"
    "Sinnoz\0"
    "Sylero\0"
    "Avempace SARL\0"
    "Nintendo Co., Ltd.\0"
    "National Instruments\0"
    "KROHNE Messtechnik GmbH\0"
    "Otodynamics Ltd\0"
    "Arwin Technology Limited\0"
    "benegear, inc.\0"
    "Newcon Optik\0"
    "CANDY HOUSE, Inc.\0"
    "FRANKLIN TECHNOLOGY INC\0"
    "Lely\0"
    "Valve Corporation\0"
    "Hekatron Vertriebs GmbH\0"
    "PROTECH S.A.S. DI GIRARDI ANDREA & C.\0"
    "Sarita CareTech APS\0"
    "Finder S.p.A.\0"
    "Thalmic Labs Inc.\0"
    "Steinel Vertrieb GmbH\0"
    "Beghelli Spa\0"
    "CORE TRANSPORT TECHNOLOGIES NZ LIMITED\0"
    "Xiamen Everesports Goods Co., Ltd\0"
    "Bodyport Inc.\0"
    "Flipnavi Co.,Ltd.\0"
    "Rion Co., Ltd.\0"
    "Long Range Systems, LLC\0"
    "Redmond Industrial Group LLC\0"
    "VIZPIN INC.\0"
    "BikeFinder AS\0"
    "Consumer Sleep Solutions LLC\0"
    "PSIKICK, INC.\0"
    "AntTail.com\0"
    "Lighting Science Group Corp.\0"
    "AFFORDABLE ELECTRONICS INC\0"
    "Integral Memroy Plc\0"
    "Globalstar, Inc.\0"
    "True Wearables, Inc.\0"
    "Wellington Drive Technologies Ltd\0"
    "OMNI Remotes\0"
    "Duracell U.S. Operations Inc.\0"
    "Toor Technologies LLC\0"
    "Instinct Performance\0"
    "Beco, Inc\0"
    "Scuf Gaming International, LLC\0"
    "LYS TECHNOLOGIES LTD\0"
    "Breakwall Analytics, LLC\0"
    "Code Blue Communications\0"
    "Gira Giersiepen GmbH & Co. KG\0"
    "Hearing Lab Technology\0"
    "LEGRAND\0"
    "Derichs GmbH\0"
    "ALT-TEKNIK LLC\0"
    "Star Technologies\0"
    "START TODAY CO.,LTD.\0"
    "Maxim Integrated Products\0"
    "Fracarro Radioindustrie SRL\0"
    "Jungheinrich Aktiengesellschaft\0"
    "Meta Platforms Technologies, LLC\0"
    "HENDON SEMICONDUCTORS PTY LTD\0"
    "Pur3 Ltd\0"
    "Viasat Group S.p.A.\0"
    "IZITHERM\0"
    "Spaulding Clinical Research\0"
    "Kohler Company\0"
    "Inor Process AB\0"
    "My Smart Blinds\0"
    "RadioPulse Inc\0"
    "rapitag GmbH\0"
    "Lazlo326, LLC.\0"
    "Teledyne Lecroy, Inc.\0"
    "Dataflow Systems Limited\0"
    "Macrogiga Electronics\0"
    "Tandem Diabetes Care\0"
    "Polycom, Inc.\0"
    "Fisher & Paykel Healthcare\0"
    "Dream Devices Technologies Oy\0"
    "Shanghai Xiaoyi Technology Co.,Ltd.\0"
    "ADHERIUM(NZ) LIMITED\0"
    "Axiomware Systems Incorporated\0"
    "O. E. M. Controls, Inc.\0"
    "Kiiroo BV\0"
    "Telecon Mobile Limited\0"
    "Sonos Inc\0"
    "Tom Allebrandi Consulting\0"
    "Monidor\0"
    "Tramex Limited\0"
    "Nofence AS\0"
    "GoerTek Dynaudio Co., Ltd.\0"
    "INIA\0"
    "CARMATE MFG.CO.,LTD\0"
    "OV LOOP, INC.\0"
    "NewTec GmbH\0"
    "Medallion Instrumentation Systems\0"
    "CAREL INDUSTRIES S.P.A.\0"
    "Parabit Systems, Inc.\0"
    "White Horse Scientific ltd\0"
    "verisilicon\0"
    "Elecs Industry Co.,Ltd.\0"
    "Beijing Pinecone Electronics Co.,Ltd.\0"
    "Ambystoma Labs Inc.\0"
    "Suzhou Pairlink Network Technology\0"
    "igloohome\0"
    "Oxford Metrics plc\0"
    "Leviton Mfg. Co., Inc.\0"
    "ULC Robotics Inc.\0"
    "Real-World-Systems Corporation\0"
    "Nalu Medical, Inc.\0"
    "P.I.Engineering\0"
    "Grote Industries\0"
    "Runtime, Inc.\0"
    "Codecoup sp. z o.o. sp. k.\0"
    "SELVE GmbH & Co. KG\0"
    "Lippert Components, INC\0"
    "SOMFY SAS\0"
    "TBS Electronics B.V.\0"
    "MHL Custom Inc\0"
    "LucentWear LLC\0"
    "WATTS ELECTRONICS\0"
    "RJ Brands LLC\0"
    "V-ZUG Ltd\0"
    "Biowatch SA\0"
    "Anova Applied Electronics\0"
    "Lindab AB\0"
    "frogblue TECHNOLOGY GmbH\0"
    "Acurable Limited\0"
    "LAMPLIGHT Co., Ltd.\0"
    "TEGAM, Inc.\0"
    "Zhuhai Jieli technology Co.,Ltd\0"
    "modum.io AG\0"
    "Farm Jenny LLC\0"
    "Toyo Electronics Corporation\0"
    "Applied Neural Research Corp\0"
    "Avid Identification Systems, Inc.\0"
    "Petronics Inc.\0"
    "essentim GmbH\0"
    "QT Medical INC.\0"
    "VIRTUALCLINIC.DIRECT LIMITED\0"
    "Viper Design LLC\0"
    "Human, Incorporated\0"
    "stAPPtronics GmbH\0"
    "Elemental Machines, Inc.\0"
    "Taiyo Yuden Co., Ltd\0"
    "INEO ENERGY& SYSTEMS\0"
    "Motion Instruments Inc.\0"
    "PressurePro\0"
    "COWBOY\0"
    "iconmobile GmbH\0"
    "ACS-Control-System GmbH\0"
    "Bayerische Motoren Werke AG\0"
    "Gycom Svenska AB\0"
    "Fuji Xerox Co., Ltd\0"
    "SIKOM AS\0"
    "beken\0"
    "The Linux Foundation\0"
    "Try and E CO.,LTD.\0"
    "SeeScan\0"
    "Clearity, LLC\0"
    "GS TAG\0"
    "DPTechnics\0"
    "TRACMO, INC.\0"
    "Anki Inc.\0"
    "Hagleitner Hygiene International GmbH\0"
    "Konami Sports Life Co., Ltd.\0"
    "Arblet Inc.\0"
    "Masbando GmbH\0"
    "Innoseis\0"
    "Niko nv\0"
    "Wellnomics Ltd\0"
    "iRobot Corporation\0"
    "Schrader Electronics\0"
    "Geberit International AG\0"
    "Fourth Evolution Inc\0"
    "FMW electronic Futterer u. Maier-Wolf OHG\0"
    "John Deere\0"
    "Rookery Technology Ltd\0"
    "KeySafe-Cloud\0"
    "BUCHI Labortechnik AG\0"
    "IQAir AG\0"
    "Triax Technologies Inc\0"
    "Vuzix Corporation\0"
    "TDK Corporation\0"
    "Blueair AB\0"
    "Signify Netherlands B.V.\0"
    "ADH GUARDIAN USA LLC\0"
    "Beurer GmbH\0"
    "Playfinity AS\0"
    "Hans Dinslage GmbH\0"
    "OnAsset Intelligence, Inc.\0"
    "INTER ACTION Corporation\0"
    "OS42 UG (haftungsbeschraenkt)\0"
    "WIZCONNECTED COMPANY LIMITED\0"
    "Audio-Technica Corporation\0"
    "Six Guys Labs, s.r.o.\0"
    "R.W. Beckett Corporation\0"
    "silex technology, inc.\0"
    "Univations Limited\0"
    "SENS Innovation ApS\0"
    "Diamond Kinetics, Inc.\0"
    "Phrame Inc.\0"
    "Forciot Oy\0"
    "Noordung d.o.o.\0"
    "Beam Labs, LLC\0"
    "Biovotion AG\0"
    "Square Panda, Inc.\0"
    "Amplifico\0"
    "WEG S.A.\0"
    "Ensto Oy\0"
    "PHONEPE PVT LTD\0"
    "MinebeaMitsumi Inc.\0"
    "ASPion GmbH\0"
    "Vossloh-Schwabe Deutschland GmbH\0"
    "Procept\0"
    "ONKYO Corporation\0"
    "Asthrea D.O.O.\0"
    "Fortiori Design LLC\0"
    "Hugo Muller GmbH & Co KG\0"
    "Wangi Lai PLT\0"
    "Fanstel Corp\0"
    "Crookwood\0"
    "ELECTRONICA INTEGRAL DE SONIDO S.A.\0"
    "GiP Innovation Tools GmbH\0"
    "LX SOLUTIONS PTY LIMITED\0"
    "Shenzhen Minew Technologies Co., Ltd.\0"
    "Prolojik Limited\0"
    "Kromek Group Plc\0"
    "Contec Medical Systems Co., Ltd.\0"
    "Xradio Technology Co.,Ltd.\0"
    "The Indoor Lab, LLC\0"
    "LDL TECHNOLOGY\0"
    "Dish Network LLC\0"
    "Revenue Collection Systems FRANCE SAS\0"
    "Bluetrum Technology Co.,Ltd\0"
    "makita corporation\0"
    "Apogee Instruments\0"
    "BM3\0"
    "SGV Group Holding GmbH & Co. KG\0"
    "MED-EL\0"
    "Ultune Technologies\0"
    "Ryeex Technology Co.,Ltd.\0"
    "Open Research Institute, Inc.\0"
    "Scale-Tec, Ltd\0"
    "Zumtobel Group AG\0"
    "iLOQ Oy\0"
    "KRUXWorks Technologies Private Limited\0"
    "Digital Matter Pty Ltd\0"
    "Coravin, Inc.\0"
    "Stasis Labs, Inc.\0"
    "ITZ Innovations- und Technologiezentrum GmbH\0"
    "Meggitt SA\0"
    "Ledlenser GmbH & Co. KG\0"
    "Renishaw PLC\0"
    "ZhuHai AdvanPro Technology Company Limited\0"
    "Meshtronix Limited\0"
    "Payex Norge AS\0"
    "UnSeen Technologies Oy\0"
    "Marshall Group AB\0"
    "Sesam Solutions BV\0"
    "PixArt Imaging Inc.\0"
    "Panduit Corp.\0"
    "Alo AB\0"
    "Ricoh Company Ltd\0"
    "RTC Industries, Inc.\0"
    "Mode Lighting Limited\0"
    "Particle Industries, Inc.\0"
    "Advanced Telemetry Systems, Inc.\0"
    "RHA TECHNOLOGIES LTD\0"
    "Pure International Limited\0"
    "WTO Werkzeug-Einrichtungen GmbH\0"
    "Spark Technology Labs Inc.\0"
    "Bleb Technology srl\0"
    "Livanova USA, Inc.\0"
    "Brady Worldwide Inc.\0"
    "DewertOkin GmbH\0"
    "Ztove ApS\0"
    "Venso EcoSolutions AB\0"
    "Eurotronik Kranj d.o.o.\0"
    "Hug Technology Ltd\0"
    "Gema Switzerland GmbH\0"
    "Buzz Products Ltd.\0"
    "Kopi\0"
    "Innova Ideas Limited\0"
    "BeSpoon\0"
    "Expai Solutions Private Limited\0"
    "Innovation First, Inc.\0"
    "SABIK Offshore GmbH\0"
    "4iiii Innovations Inc.\0"
    "The Energy Conservatory, Inc.\0"
    "I.FARM, INC.\0"
    "Tile, Inc.\0"
    "Form Athletica Inc.\0"
    "NETGRID S.N.C. DI BISSOLI MATTEO, CAMPOREALE SIMONE, TOGNETTI FEDERICO\0"
    "Mannkind Corporation\0"
    "Trade FIDES a.s.\0"
    "Photron Limited\0"
    "Eltako GmbH\0"
    "Dermalapps, LLC\0"
    "Greenwald Industries\0"
    "inQs Co., Ltd.\0"
    "Cherry GmbH\0"
    "Amsted Digital Solutions Inc.\0"
    "Tacx b.v.\0"
    "Raytac Corporation\0"
    "Jiangsu Teranovo Tech Co., Ltd.\0"
    "Razer Inc.\0"
    "JRM Group Limited\0"
    "Eccrine Systems, Inc.\0"
    "Curie Point AB\0"
    "Georg Fischer AG\0"
    "Hach - Danaher\0"
    "T&A Laboratories LLC\0"
    "Koki Holdings Co., Ltd.\0"
    "Gunakar Private Limited\0"
    "Stemco Products Inc\0"
    "Wood IT Security, LLC\0"
    "RandomLab SAS\0"
    "Adero, Inc.\0"
    "Dragonchip Limited\0"
    "Noomi AB\0"
    "Delta Electronics, Inc.\0"
    "FlowMotion Technologies AS\0"
    "OBIQ Location Technology Inc.\0"
    "Cardo Systems, Ltd\0"
    "Globalworx GmbH\0"
    "Nymbus, LLC\0"
    "LIMNO Co. Ltd.\0"
    "TEKZITEL PTY LTD\0"
    "Roambee Corporation\0"
    "Chipsea Technologies (ShenZhen) Corp.\0"
    "GD Midea Air-Conditioning Equipment Co., Ltd.\0"
    "Soundmax Electronics Limited\0"
    "Produal Oy\0"
    "HMS Industrial Networks AB\0"
    "Ingchips Technology Co., Ltd.\0"
    "InnovaSea Systems Inc.\0"
    "SenseQ Inc.\0"
    "Shoof Technologies\0"
    "BRK Brands, Inc.\0"
    "SimpliSafe, Inc.\0"
    "Tussock Innovation 2013 Limited\0"
    "Sencilion Oy\0"
    "Wabilogic Ltd.\0"
    "Sociometric Solutions, Inc.\0"
    "iCOGNIZE GmbH\0"
    "ShadeCraft, Inc\0"
    "Beflex Inc.\0"
    "Beaconzone Ltd\0"
    "Leaftronix Analogic Solutions Private Limited\0"
    "TWS Srl\0"
    "ABB Oy\0"
    "HitSeed Oy\0"
    "CAME S.p.A.\0"
    "Alarm.com Holdings, Inc\0"
    "Measurlogic Inc.\0"
    "King I Electronics.Co.,Ltd\0"
    "Dream Labs GmbH\0"
    "Urban Compass, Inc\0"
    "Simm Tronic Limited\0"
    "Somatix Inc\0"
    "Storz & Bickel GmbH & Co. KG\0"
    "MYLAPS B.V.\0"
    "Shenzhen Zhongguang Infotech Technology Development Co., Ltd\0"
    "Dyeware, LLC\0"
    "Dongguan SmartAction Technology Co.,Ltd.\0"
    "DIG Corporation\0"
    "FIOR & GENTZ\0"
    "Etekcity Corporation\0"
    "Meyer Sound Laboratories, Incorporated\0"
    "CeoTronics AG\0"
    "DYNAKODE TECHNOLOGY PRIVATE LIMITED\0"
    "Sensirion AG\0"
    "JCT Healthcare Pty Ltd\0"
    "FUBA Automotive Electronics GmbH\0"
    "AW Company\0"
    "Shanghai Mountain View Silicon Co.,Ltd.\0"
    "Zliide Technologies ApS\0"
    "Automatic Labs, Inc.\0"
    "Industrial Network Controls, LLC\0"
    "Intellithings Ltd.\0"
    "Navcast, Inc.\0"
    "HLI Solutions Inc.\0"
    "Avaya Inc.\0"
    "Milestone AV Technologies LLC\0"
    "Alango Technologies Ltd\0"
    "Spinlock Ltd\0"
    "Aluna\0"
    "OPTEX CO.,LTD.\0"
    "NIHON DENGYO KOUSAKU\0"
    "VELUX A/S\0"
    "Almendo Technologies GmbH\0"
    "Zmartfun Electronics, Inc.\0"
    "SafeLine Sweden AB\0"
    "Houston Radar LLC\0"
    "Sigur\0"
    "J Neades Ltd\0"
    "ALCARE Co., Ltd.\0"
    "Chargy Technologies, SL\0"
    "Shibutani Co., Ltd.\0"
    "Trapper Data AB\0"
    "Alfred International Inc.\0"
    "Touché Technology Ltd\0"
    "Vigil Technologies Inc.\0"
    "Vitulo Plus BV\0"
    "WILKA Schliesstechnik GmbH\0"
    "BodyPlus Technology Co.,Ltd\0"
    "happybrush GmbH\0"
    "Enequi AB\0"
    "Sartorius AG\0"
    "Tom Communication Industrial Co.,Ltd.\0"
    "ESS Embedded System Solutions Inc.\0"
    "Mahr GmbH\0"
    "Redpine Signals Inc\0"
    "TraqFreq LLC\0"
    "PAFERS TECH\0"
    "Akciju sabiedriba \"SAF TEHNIKA\"\0"
    "Beijing Jingdong Century Trading Co., Ltd.\0"
    "JBX Designs Inc.\0"
    "AB Electrolux\0"
    "Wernher von Braun Center for ASdvanced Research\0"
    "Essity Hygiene and Health Aktiebolag\0"
    "Be Interactive Co., Ltd\0"
    "Carewear Corp.\0"
    "Huf Hülsbeck & Fürst GmbH & Co. KG\0"
    "Element Products, Inc.\0"
    "Beijing Winner Microelectronics Co.,Ltd\0"
    "SmartSnugg Pty Ltd\0"
    "FiveCo Sarl\0"
    "California Things Inc.\0"
    "Audiodo AB\0"
    "ABAX AS\0"
    "Bull Group Company Limited\0"
    "Respiri Limited\0"
    "MindPeace Safety LLC\0"
    "MBARC LABS Inc\0"
    "Altonics\0"
    "IDIBAIX enginneering\0"
    "COREIOT PTY LTD\0"
    "REVSMART WEARABLE HK CO LTD\0"
    "Precor\0"
    "F5 Sports, Inc\0"
    "exoTIC Systems\0"
    "DONGGUAN HELE ELECTRONICS CO., LTD\0"
    "Dongguan Liesheng Electronic Co.Ltd\0"
    "Oculeve, Inc.\0"
    "Clover Network, Inc.\0"
    "Xiamen Eholder Electronics Co.Ltd\0"
    "Ford Motor Company\0"
    "Guangzhou SuperSound Information Technology Co.,Ltd\0"
    "Tedee Sp. z o.o.\0"
    "PHC Corporation\0"
    "Eli Lilly and Company\0"
    "SwaraLink Technologies\0"
    "JMR embedded systems GmbH\0"
    "Bitkey Inc.\0"
    "GWA Hygiene GmbH\0"
    "Safera Oy\0"
    "Open Platform Systems LLC\0"
    "OnePlus Electronics (Shenzhen) Co., Ltd.\0"
    "Wildlife Acoustics, Inc.\0"
    "ABLIC Inc.\0"
    "Dairy Tech, LLC\0"
    "Iguanavation, Inc.\0"
    "DiUS Computing Pty Ltd\0"
    "UpRight Technologies LTD\0"
    "Luna XIO, Inc.\0"
    "LLC Navitek\0"
    "Glass Security Pte Ltd\0"
    "Jiangsu Qinheng Co., Ltd.\0"
    "Chandler Systems Inc.\0"
    "Fantini Cosmi s.p.a.\0"
    "Beijing Hao Heng Tian Tech Co., Ltd.\0"
    "Bluepack S.R.L.\0"
    "Beijing Unisoc Technologies Co., Ltd.\0"
    "MAC SRL\0"
    "DML LLC\0"
    "Sanofi\0"
    "SOCOMEC\0"
    "WIZNOVA, Inc.\0"
    "Seitec Elektronik GmbH\0"
    "OR Technologies Pty Ltd\0"
    "GuangZhou KuGou Computer Technology Co.Ltd\0"
    "DIAODIAO (Beijing) Technology Co., Ltd.\0"
    "Illusory Studios LLC\0"
    "Sarvavid Software Solutions LLP\0"
    "Amtech Systems, LLC\0"
    "EAGLE DETECTION SA\0"
    "MEDIATECH S.R.L.\0"
    "Hamilton Professional Services of Canada Incorporated\0"
    "Changsha JEMO IC Design Co.,Ltd\0"
    "Elatec GmbH\0"
    "JLG Industries, Inc.\0"
    "Michael Parkin\0"
    "Brother Industries, Ltd\0"
    "Lumens For Less, Inc\0"
    "ELA Innovation\0"
    "umanSense AB\0"
    "Shanghai InGeek Cyber Security Co., Ltd.\0"
    "HARMAN CO.,LTD.\0"
    "Smart Sensor Devices AB\0"
    "Antitronics Inc.\0"
    "RHOMBUS SYSTEMS, INC.\0"
    "Katerra Inc.\0"
    "Remote Solution Co., LTD.\0"
    "Vimar SpA\0"
    "Mantis Tech LLC\0"
    "TerOpta Ltd\0"
    "PIKOLIN S.L.\0"
    "WWZN Information Technology Company Limited\0"
    "Voxx International\0"
    "ART AND PROGRAM, INC.\0"
    "NITTO DENKO ASIA TECHNICAL CENTRE PTE. LTD.\0"
    "Peloton Interactive Inc.\0"
    "Force Impact Technologies\0"
    "Dmac Mobile Developments, LLC\0"
    "Engineered Medical Technologies\0"
    "Noodle Technology inc\0"
    "Graesslin GmbH\0"
    "WuQi technologies, Inc.\0"
    "Successful Endeavours Pty Ltd\0"
    "InnoCon Medical ApS\0"
    "Corvex Connected Safety\0"
    "Thirdwayv Inc.\0"
    "Echoflex Solutions Inc.\0"
    "C-MAX Asia Limited\0"
    "4eBusiness GmbH\0"
    "Cyber Transport Control GmbH\0"
    "Cue\0"
    "KOAMTAC INC.\0"
    "Loopshore Oy\0"
    "Niruha Systems Private Limited\0"
    "radius co., ltd.\0"
    "Sensority, s.r.o.\0"
    "Sparkage Inc.\0"
    "Glenview Software Corporation\0"
    "Finch Technologies Ltd.\0"
    "Qingping Technology (Beijing) Co., Ltd.\0"
    "DeviceDrive AS\0"
    "ESEMBER LIMITED LIABILITY COMPANY\0"
    "audifon GmbH & Co. KG\0"
    "O2 Micro, Inc.\0"
    "HLP Controls Pty Limited\0"
    "BubblyNet, LLC\0"
    "PCB Piezotronics, Inc.\0"
    "The Wildflower Foundation\0"
    "Optikam Tech Inc.\0"
    "MINIBREW HOLDING B.V\0"
    "Cybex GmbH\0"
    "FUJIMIC NIIGATA, INC.\0"
    "Hanna Instruments, Inc.\0"
    "KOMPAN A/S\0"
    "Scosche Industries, Inc.\0"
    "Cricut, Inc.\0"
    "AEV spol. s r.o.\0"
    "The Coca-Cola Company\0"
    "GASTEC CORPORATION\0"
    "StarLeaf Ltd\0"
    "Water-i.d. GmbH\0"
    "HoloKit, Inc.\0"
    "PlantChoir Inc.\0"
    "GuangDong Oppo Mobile Telecommunications Corp., Ltd.\0"
    "CST ELECTRONICS (PROPRIETARY) LIMITED\0"
    "Sky UK Limited\0"
    "Digibale Pty Ltd\0"
    "Smartloxx GmbH\0"
    "Pune Scientific LLP\0"
    "Regent Beleuchtungskorper AG\0"
    "Apollo Neuroscience, Inc.\0"
    "Roku, Inc.\0"
    "Xiamen Mage Information Technology Co., Ltd.\0"
    "RAB Lighting, Inc.\0"
    "Musen Connect, Inc.\0"
    "Zume, Inc.\0"
    "conbee GmbH\0"
    "Bruel & Kjaer Sound & Vibration\0"
    "The Kroger Co.\0"
    "Granite River Solutions, Inc.\0"
    "LoupeDeck Oy\0"
    "New H3C Technologies Co.,Ltd\0"
    "Aurea Solucoes Tecnologicas Ltda.\0"
    "Hong Kong Bouffalo Lab Limited\0"
    "GV Concepts Inc.\0"
    "Thomas Dynamics, LLC\0"
    "Moeco IOT Inc.\0"
    "2N TELEKOMUNIKACE a.s.\0"
    "Hormann KG Antriebstechnik\0"
    "CRONO CHIP, S.L.\0"
    "Soundbrenner Limited\0"
    "ETABLISSEMENTS GEORGES RENAULT\0"
    "iSwip\0"
    "Epona Biotec Limited\0"
    "Battery-Biz Inc.\0"
    "EPIC S.R.L.\0"
    "KD CIRCUITS LLC\0"
    "Genedrive Diagnostics Ltd\0"
    "Axentia Technologies AB\0"
    "REGULA Ltd.\0"
    "Biral AG\0"
    "Radinn AB\0"
    "CIMTechniques, Inc.\0"
    "Johnson Health Tech NA\0"
    "June Life, Inc.\0"
    "Bluenetics GmbH\0"
    "iaconicDesign Inc.\0"
    "WRLDS Creations AB\0"
    "Skullcandy, Inc.\0"
    "Modul-System HH AB\0"
    "West Pharmaceutical Services, Inc.\0"
    "Barnacle Systems Inc.\0"
    "Smart Wave Technologies Canada Inc\0"
    "Shanghai Top-Chip Microelectronics Tech. Co., LTD\0"
    "NeoSensory, Inc.\0"
    "Hangzhou Tuya Information Technology Co., Ltd\0"
    "Shanghai Panchip Microelectronics Co., Ltd\0"
    "React Accessibility Limited\0"
    "LIVNEX Co.,Ltd.\0"
    "Kano Computing Limited\0"
    "hoots classic GmbH\0"
    "ecobee Inc.\0"
    "Nanjing Qinheng Microelectronics Co., Ltd\0"
    "SOLUTIONS AMBRA INC.\0"
    "Micro-Design, Inc.\0"
    "STARLITE Co., Ltd.\0"
    "Remedee Labs\0"
    "ThingOS GmbH & Co KG\0"
    "Linear Circuits\0"
    "Unlimited Engineering SL\0"
    "Snap-on Incorporated\0"
    "Edifier International Limited\0"
    "Lucie Labs\0"
    "Alfred Kaercher SE & Co. KG\0"
    "Geeksme S.L.\0"
    "Minut, Inc.\0"
    "Waybeyond Limited\0"
    "Komfort IQ, Inc.\0"
    "Packetcraft, Inc.\0"
    "Häfele GmbH & Co KG\0"
    "ShapeLog, Inc.\0"
    "NOVABASE S.R.L.\0"
    "Frecce LLC\0"
    "Joule IQ, INC.\0"
    "KidzTek LLC\0"
    "Aktiebolaget Sandvik Coromant\0"
    "e-moola.com Pty Ltd\0"
    "Zimi Innovations Pty Ltd\0"
    "SERENE GROUP, INC\0"
    "DIGISINE ENERGYTECH CO. LTD.\0"
    "MEDIRLAB Orvosbiologiai Fejleszto Korlatolt Felelossegu Tarsasag\0"
    "Byton North America Corporation\0"
    "Shenzhen TonliScience and Technology Development Co.,Ltd\0"
    "Cesar Systems Ltd.\0"
    "quip NYC Inc.\0"
    "Direct Communication Solutions, Inc.\0"
    "Klipsch Group, Inc.\0"
    "Access Co., Ltd\0"
    "Renault SA\0"
    "JSK CO., LTD.\0"
    "BIROTA\0"
    "maxon motor ltd.\0"
    "Optek\0"
    "CRONUS ELECTRONICS LTD\0"
    "NantSound, Inc.\0"
    "Domintell s.a.\0"
    "Andon Health Co.,Ltd\0"
    "Urbanminded Ltd\0"
    "TYRI Sweden AB\0"
    "ECD Electronic Components GmbH Dresden\0"
    "SISTEMAS KERN, SOCIEDAD ANÓMINA\0"
    "Trulli Audio\0"
    "Altaneos\0"
    "Nanoleaf Canada Limited\0"
    "Ingy B.V.\0"
    "Azbil Co.\0"
    "TATTCOM LLC\0"
    "Paradox Engineering SA\0"
    "LECO Corporation\0"
    "Becker Antriebe GmbH\0"
    "Mstream Technologies., Inc.\0"
    "Flextronics International USA Inc.\0"
    "Ossur hf.\0"
    "SKC Inc\0"
    "SPICA SYSTEMS LLC\0"
    "Wangs Alliance Corporation\0"
    "tatwah SA\0"
    "Hunter Douglas Inc\0"
    "Shenzhen Conex\0"
    "DIM3\0"
    "Bobrick Washroom Equipment, Inc.\0"
    "Potrykus Holdings and Development LLC\0"
    "iNFORM Technology GmbH\0"
    "eSenseLab LTD\0"
    "Brilliant Home Technology, Inc.\0"
    "INOVA Geophysical, Inc.\0"
    "adafruit industries\0"
    "Nexite Ltd\0"
    "8Power Limited\0"
    "CME PTE. LTD.\0"
    "Hyundai Motor Company\0"
    "Kickmaker\0"
    "Shanghai Suisheng Information Technology Co., Ltd.\0"
    "HEXAGON METROLOGY DIVISION ROMER\0"
    "Mitutoyo Corporation\0"
    "shenzhen fitcare electronics Co.,Ltd\0"
    "INGICS TECHNOLOGY CO., LTD.\0"
    "INCUS PERFORMANCE LTD.\0"
    "ABB S.p.A.\0"
    "Blippit AB\0"
    "Foxble, LLC\0"
    "Intermotive,Inc.\0"
    "Conneqtech B.V.\0"
    "RIKEN KEIKI CO., LTD.,\0"
    "Canopy Growth Corporation\0"
    "Bitwards Oy\0"
    "vivo Mobile Communication Co., Ltd.\0"
    "Etymotic Research, Inc.\0"
    "A puissance 3\0"
    "BPW Bergische Achsen Kommanditgesellschaft\0"
    "Piaggio Fast Forward\0"
    "BeerTech LTD\0"
    "Tokenize, Inc.\0"
    "Zorachka LTD\0"
    "D-Link Corp.\0"
    "Down Range Systems LLC\0"
    "General Luminaire (Shanghai) Co., Ltd.\0"
    "Tangshan HongJia electronic technology co., LTD.\0"
    "FRAGRANCE DELIVERY TECHNOLOGIES LTD\0"
    "Pepperl + Fuchs GmbH\0"
    "Dometic Corporation\0"
    "USound GmbH\0"
    "DNANUDGE LIMITED\0"
    "JUJU JOINTS CANADA CORP.\0"
    "Dopple Technologies B.V.\0"
    "ARCOM\0"
    "Biotechware SRL\0"
    "ORSO Inc.\0"
    "SafePort\0"
    "Carol Cole Company\0"
    "Embedded Fitness B.V.\0"
    "Yealink (Xiamen) Network Technology Co.,LTD\0"
    "Subeca, Inc.\0"
    "Cognosos, Inc.\0"
    "Pektron Group Limited\0"
    "Tap Sound System\0"
    "Helios Sports, Inc.\0"
    "Parsyl Inc\0"
    "SOUNDBOKS\0"
    "BlueUp\0"
    "DAKATECH\0"
    "Nisshinbo Micro Devices Inc.\0"
    "ACOS CO.,LTD.\0"
    "Guilin Zhishen Information Technology Co.,Ltd.\0"
    "Krog Systems LLC\0"
    "Alflex Products B.V.\0"
    "SmartSensor Labs Ltd\0"
    "SmartDrive\0"
    "Yo-tronics Technology Co., Ltd.\0"
    "Rafaelmicro\0"
    "Emergency Lighting Products Limited\0"
    "LAONZ Co.,Ltd\0"
    "Western Digital Techologies, Inc.\0"
    "WIOsense GmbH & Co. KG\0"
    "EVVA Sicherheitstechnologie GmbH\0"
    "Odic Incorporated\0"
    "Pacific Track, LLC\0"
    "Revvo Technologies, Inc.\0"
    "Biometrika d.o.o.\0"
    "Vorwerk Elektrowerke GmbH & Co. KG\0"
    "Trackunit A/S\0"
    "Wyze Labs, Inc\0"
    "Dension Elektronikai Kft.\0"
    "11 Health & Technologies Limited\0"
    "Innophase Incorporated\0"
    "Treegreen Limited\0"
    "Berner International LLC\0"
    "SmartResQ ApS\0"
    "Valtech\0"
    "The Chamberlain Group, Inc.\0"
    "MIZUNO Corporation\0"
    "ZRF, LLC\0"
    "BYSTAMP\0"
    "Crosscan GmbH\0"
    "Konftel AB\0"
    "1bar.net Limited\0"
    "Phillips Connect Technologies LLC\0"
    "imagiLabs AB\0"
    "Optalert\0"
    "PSYONIC, Inc.\0"
    "Wintersteiger AG\0"
    "Controlid Industria, Comercio de Hardware e Servicos de Tecnologia Ltda\0"
    "Movella Technologies B.V.\0"
    "Hydro-Gear Limited Partnership\0"
    "EnPointe Fencing Pty Ltd\0"
    "XANTHIO\0"
    "sclak s.r.l.\0"
    "Tricorder Arraay Technologies LLC\0"
    "GB Solution co.,Ltd\0"
    "Soliton Systems K.K.\0"
    "Tait International Limited\0"
    "NICHIEI INTEC CO., LTD.\0"
    "SmartWireless GmbH & Co. KG\0"
    "Ingenieurbuero Birnfeld UG (haftungsbeschraenkt)\0"
    "Maytronics Ltd\0"
    "EPIFIT\0"
    "Gimer medical\0"
    "Nokian Renkaat Oyj\0"
    "Current Lighting Solutions LLC\0"
    "Sensibo, Inc.\0"
    "SFS unimarket AG\0"
    "Private limited company \"Teltonika\"\0"
    "Saucon Technologies\0"
    "Embedded Devices Co. Company\0"
    "J-J.A.D.E. Enterprise LLC\0"
    "i-SENS, inc.\0"
    "Witschi Electronic Ltd\0"
    "Aclara Technologies LLC\0"
    "EXEO TECH CORPORATION\0"
    "Epic Systems Co., Ltd.\0"
    "Hoffmann SE\0"
    "Realme Chongqing Mobile Telecommunications Corp., Ltd.\0"
    "Intelligenceworks Inc.\0"
    "TGR 1.618 Limited\0"
    "Shanghai Kfcube Inc\0"
    "Fraunhofer IIS\0"
    "SZ DJI TECHNOLOGY CO.,LTD\0"
    "Coburn Technology, LLC\0"
    "Topre Corporation\0"
    "Kayamatics Limited\0"
    "Moticon ReGo AG\0"
    "Polidea Sp. z o.o.\0"
    "Trivedi Advanced Technologies LLC\0"
    "CORE|vision BV\0"
    "PF SCHWEISSTECHNOLOGIE GMBH\0"
    "IONIQ Skincare GmbH & Co. KG\0"
    "Sengled Co., Ltd.\0"
    "TransferFi\0"
    "Boehringer Ingelheim Vetmedica GmbH\0"
    "ABB Inc\0"
    "Check Technology Solutions LLC\0"
    "U-Shin Ltd.\0"
    "HYPER ICE, INC.\0"
    "Tokai-rika co.,ltd.\0"
    "Prevayl Limited\0"
    "bf1systems limited\0"
    "ubisys technologies GmbH\0"
    "SIRC Co., Ltd.\0"
    "Accent Advanced Systems SLU\0"
    "Rayden.Earth LTD\0"
    "Lindinvent AB\0"
    "CHIPOLO d.o.o.\0"
    "J. Wagner GmbH\0"
    "Integra Optics Inc\0"
    "Monadnock Systems Ltd.\0"
    "Liteboxer Technologies Inc.\0"
    "Noventa AG\0"
    "Nubia Technology Co.,Ltd.\0"
    "JT INNOVATIONS LIMITED\0"
    "TGM TECHNOLOGY CO., LTD.\0"
    "ifly\0"
    "ZIMI CORPORATION\0"
    "betternotstealmybike UG (with limited liability)\0"
    "ESTOM Infotech Kft.\0"
    "Sensovium Inc.\0"
    "Virscient Limited\0"
    "Novel Bits, LLC\0"
    "ADATA Technology Co., LTD.\0"
    "KEYes\0"
    "Inovonics Corp\0"
    "WARES\0"
    "Pointr Labs Limited\0"
    "Miridia Technology Incorporated\0"
    "Tertium Technology\0"
    "SHENZHEN AUKEY E BUSINESS CO., LTD\0"
    "code-Q\0"
    "TE Connectivity Corporation\0"
    "IRIS OHYAMA CO.,LTD.\0"
    "Philia Technology\0"
    "KOZO KEIKAKU ENGINEERING Inc.\0"
    "Shenzhen Simo Technology co. LTD\0"
    "Republic Wireless, Inc.\0"
    "Rashidov ltd\0"
    "Crowd Connected Ltd\0"
    "Eneso Tecnologia de Adaptacion S.L.\0"
    "Barrot Technology Co.,Ltd.\0"
    "Naonext\0"
    "Taiwan Intelligent Home Corp.\0"
    "COWBELL ENGINEERING CO.,LTD.\0"
    "Beijing Big Moment Technology Co., Ltd.\0"
    "Denso Corporation\0"
    "IMI Hydronic Engineering International SA\0"
    "Askey Computer Corp.\0"
    "Cumulus Digital Systems, Inc\0"
    "Joovv, Inc.\0"
    "The L.S. Starrett Company\0"
    "Microoled\0"
    "PSP - Pauli Services & Products GmbH\0"
    "Kodimo Technologies Company Limited\0"
    "Tymtix Technologies Private Limited\0"
    "Dermal Photonics Corporation\0"
    "MTD Products Inc & Affiliates\0"
    "instagrid GmbH\0"
    "Spacelabs Medical Inc.\0"
    "Troo Corporation\0"
    "Darkglass Electronics Oy\0"
    "Hill-Rom\0"
    "BioIntelliSense, Inc.\0"
    "Ketronixs Sdn Bhd\0"
    "Plastimold Products, Inc\0"
    "Beijing Zizai Technology Co., LTD.\0"
    "Lucimed\0"
    "TSC Auto-ID Technology Co., Ltd.\0"
    "DATAMARS, Inc.\0"
    "SUNCORPORATION\0"
    "Yandex Services AG\0"
    "Scope Logistical Solutions\0"
    "User Hello, LLC\0"
    "Pinpoint Innovations Limited\0"
    "70mai Co.,Ltd.\0"
    "Zhuhai Hoksi Technology CO.,LTD\0"
    "EMBR labs, INC\0"
    "Radiawave Technologies Co.,Ltd.\0"
    "IOT Invent GmbH\0"
    "OPTIMUSIOT TECH LLP\0"
    "VC Inc.\0"
    "ASR Microelectronics (Shanghai) Co., Ltd.\0"
    "Douglas Lighting Controls Inc.\0"
    "Nerbio Medical Software Platforms Inc\0"
    "Braveheart Wireless, Inc.\0"
    "INEO-SENSE\0"
    "Honda Motor Co., Ltd.\0"
    "Ambient Sensors LLC\0"
    "ASR Microelectronics(ShenZhen)Co., Ltd.\0"
    "Technosphere Labs Pvt. Ltd.\0"
    "NO SMD LIMITED\0"
    "Albertronic BV\0"
    "Luminostics, Inc.\0"
    "Oblamatik AG\0"
    "Innokind, Inc.\0"
    "Melbot Studios, Sociedad Limitada\0"
    "Myzee Technology\0"
    "KAHA PTE. LTD.\0"
    "Shanghai MXCHIP Information Technology Co., Ltd.\0"
    "JSB TECH PTE LTD\0"
    "Fundacion Tecnalia Research and Innovation\0"
    "Yukai Engineering Inc.\0"
    "Gooligum Technologies Pty Ltd\0"
    "ROOQ GmbH\0"
    "AiRISTA\0"
    "Qingdao Haier Technology Co., Ltd.\0"
    "Sappl Verwaltungs- und Betriebs GmbH\0"
    "TekHome\0"
    "PCI Private Limited\0"
    "Leggett & Platt, Incorporated\0"
    "PS GmbH\0"
    "C.O.B.O. SpA\0"
    "James Walker RotaBolt Limited\0"
    "BREATHINGS Co., Ltd.\0"
    "BarVision, LLC\0"
    "SRAM\0"
    "KiteSpring Inc.\0"
    "Reconnect, Inc.\0"
    "Elekon AG\0"
    "RealThingks GmbH\0"
    "Henway Technologies, LTD.\0"
    "ASTEM Co.,Ltd.\0"
    "LinkedSemi Microelectronics (Xiamen) Co., Ltd\0"
    "ENSESO LLC\0"
    "Xenoma Inc.\0"
    "Adolf Wuerth GmbH & Co KG\0"
    "Catalyft Labs, Inc.\0"
    "JEPICO Corporation\0"
    "Hero Workout GmbH\0"
    "Rivian Automotive, LLC\0"
    "TRANSSION HOLDINGS LIMITED\0"
    "Agitron d.o.o.\0"
    "Globe (Jiangsu) Co., Ltd\0"
    "AMC International Alfa Metalcraft Corporation AG\0"
    "First Light Technologies Ltd.\0"
    "Wearable Link Limited\0"
    "Metronom Health Europe\0"
    "Zwift, Inc.\0"
    "Kindeva Drug Delivery L.P.\0"
    "GimmiSys GmbH\0"
    "tkLABS INC.\0"
    "PassiveBolt, Inc.\0"
    "Limited Liability Company \"Mikrotikls\"\0"
    "Capetech\0"
    "PPRS\0"
    "Apptricity Corporation\0"
    "LogiLube, LLC\0"
    "Julbo\0"
    "Breville Group\0"
    "Kerlink\0"
    "Ohsung Electronics\0"
    "ZTE Corporation\0"
    "HerdDogg, Inc\0"
    "Lismore Instruments Limited\0"
    "Electronic Theatre Controls\0"
    "BioEchoNet inc.\0"
    "NUANCE HEARING LTD\0"
    "Sena Technologies Inc.\0"
    "Linkura AB\0"
    "GL Solutions K.K.\0"
    "Moonbird BV\0"
    "Countrymate Technology Limited\0"
    "Asahi Kasei Corporation\0"
    "PointGuard, LLC\0"
    "Neo Materials and Consulting Inc.\0"
    "Actev Motors, Inc.\0"
    "Woan Technology (Shenzhen) Co., Ltd.\0"
    "dricos, Inc.\0"
    "Guide ID B.V.\0"
    "9374-7319 Quebec inc\0"
    "Gunwerks, LLC\0"
    "Band Industries, inc.\0"
    "Lund Motion Products, Inc.\0"
    "IBA Dosimetry GmbH\0"
    "GA\0"
    "Closed Joint Stock Company \"Zavod Flometr\" (\"Zavod Flometr\" CJSC)\0"
    "Popit Oy\0"
    "ABEYE\0"
    "BlueIOT(Beijing) Technology Co.,Ltd\0"
    "Fauna Audio GmbH\0"
    "TOYOTA motor corporation\0"
    "ZifferEins GmbH & Co. KG\0"
    "BIOTRONIK SE & Co. KG\0"
    "CORE CORPORATION\0"
    "CTEK Sweden AB\0"
    "Thorley Industries, LLC\0"
    "CLB B.V.\0"
    "SonicSensory Inc\0"
    "ISEMAR S.R.L.\0"
    "DEKRA TESTING AND CERTIFICATION, S.A.U.\0"
    "Bernard Krone Holding SE & Co.KG\0"
    "ELPRO-BUCHS AG\0"
    "Feedback Sports LLC\0"
    "TeraTron GmbH\0"
    "Lumos Health Inc.\0"
    "Cello Hill, LLC\0"
    "TSE BRAKES, INC.\0"
    "BHM-Tech Produktionsgesellschaft m.b.H\0"
    "WIKA Alexander Wiegand SE & Co.KG\0"
    "Biovigil\0"
    "Mequonic Engineering, S.L.\0"
    "bGrid B.V.\0"
    "ADVEEZ\0"
    "Aktiebolaget Regin\0"
    "Anton Paar GmbH\0"
    "Telenor ASA\0"
    "Big Kaiser Precision Tooling Ltd\0"
    "Absolute Audio Labs B.V.\0"
    "VT42 Pty Ltd\0"
    "Bronkhorst High-Tech B.V.\0"
    "C. & E. Fein GmbH\0"
    "NextMind\0"
    "Pixie Dust Technologies, Inc.\0"
    "eTactica ehf\0"
    "New Audio LLC\0"
    "Sendum Wireless Corporation\0"
    "deister electronic GmbH\0"
    "YKK AP Inc.\0"
    "Step One Limited\0"
    "Koya Medical, Inc.\0"
    "Proof Diagnostics, Inc.\0"
    "VOS Systems, LLC\0"
    "ENGAGENOW DATA SCIENCES PRIVATE LIMITED\0"
    "ARDUINO SA\0"
    "KUMHO ELECTRICS, INC\0"
    "Security Enhancement Systems, LLC\0"
    "BEIJING ELECTRIC VEHICLE CO.,LTD\0"
    "Paybuddy ApS\0"
    "KHN Solutions LLC\0"
    "Nippon Ceramic Co.,Ltd.\0"
    "PHOTODYNAMIC INCORPORATED\0"
    "DashLogic, Inc.\0"
    "Ambiq\0"
    "Narhwall Inc.\0"
    "Pozyx NV\0"
    "ifLink Open Community\0"
    "Deublin Company, LLC\0"
    "BLINQY\0"
    "DYPHI\0"
    "BlueX Microelectronics Corp Ltd.\0"
    "PentaLock Aps.\0"
    "AUTEC Gesellschaft fuer Automationstechnik mbH\0"
    "Pegasus Technologies, Inc.\0"
    "Bout Labs, LLC\0"
    "PlayerData Limited\0"
    "SAVOY ELECTRONIC LIGHTING\0"
    "Elimo Engineering Ltd\0"
    "SkyStream Corporation\0"
    "Aerosens LLC\0"
    "Centre Suisse d'Electronique et de Microtechnique SA\0"
    "Vessel Ltd.\0"
    "Span.IO, Inc.\0"
    "AnotherBrain inc.\0"
    "Rosewill\0"
    "Universal Audio, Inc.\0"
    "JAPAN TOBACCO INC.\0"
    "UVISIO\0"
    "HungYi Microelectronics Co.,Ltd.\0"
    "Honor Device Co., Ltd.\0"
    "Combustion, LLC\0"
    "XUNTONG\0"
    "CrowdGlow Ltd\0"
    "Mobitrace\0"
    "Hx Engineering, LLC\0"
    "Senso4s d.o.o.\0"
    "Julius Blum GmbH\0"
    "BlueStreak IoT, LLC\0"
    "Chess Wise B.V.\0"
    "ABLEPAY TECHNOLOGIES AS\0"
    "Temperature Sensitive Solutions Systems Sweden AB\0"
    "ORBIS Inc.\0"
    "GEAR RADIO ELECTRONICS CORP.\0"
    "EAR TEKNIK ISITME VE ODIOMETRI CIHAZLARI SANAYI VE TICARET ANONIM SIRKETI\0"
    "Coyotta\0"
    "Synergy Tecnologia em Sistemas Ltda\0"
    "VivoSensMedical GmbH\0"
    "Nagravision SA\0"
    "Bionic Avionics Inc.\0"
    "AON2 Ltd.\0"
    "Innoware Development AB\0"
    "JLD Technology Solutions, LLC\0"
    "Magnus Technology Sdn Bhd\0"
    "Tag-N-Trac Inc\0"
    "Wuhan Linptech Co.,Ltd.\0"
    "Friday Home Aps\0"
    "CPS AS\0"
    "Mobilogix\0"
    "Masonite Corporation\0"
    "Kabushikigaisha HANERON\0"
    "Melange Systems Pvt. Ltd.\0"
    "LumenRadio AB\0"
    "Athlos Oy\0"
    "KEAN ELECTRONICS PTY LTD\0"
    "Yukon advanced optics worldwide, UAB\0"
    "Sibel Inc.\0"
    "OJMAR SA\0"
    "Steinel Solutions AG\0"
    "WatchGas B.V.\0"
    "OM Digital Solutions Corporation\0"
    "Audeara Pty Ltd\0"
    "Beijing Zero Zero Infinity Technology Co.,Ltd.\0"
    "Spectrum Technologies, Inc.\0"
    "OKI Electric Industry Co., Ltd\0"
    "Mobile Action Technology Inc.\0"
    "SENSATEC Co., Ltd.\0"
    "R.O. S.R.L.\0"
    "Hangzhou Yaguan Technology Co. LTD\0"
    "Listen Technologies Corporation\0"
    "TOITU CO., LTD.\0"
    "Confidex\0"
    "Keep Technologies, Inc.\0"
    "Lichtvision Engineering GmbH\0"
    "AIRSTAR\0"
    "Ampler Bikes OU\0"
    "Cleveron AS\0"
    "Ayxon-Dynamics GmbH\0"
    "donutrobotics Co., Ltd.\0"
    "Flosonics Medical\0"
    "Southwire Company, LLC\0"
    "Shanghai wuqi microelectronics Co.,Ltd\0"
    "Reflow Pty Ltd\0"
    "Oras Oy\0"
    "Volan Technology Inc.\0"
    "SIANA Systems\0"
    "Shanghai Yidian Intelligent Technology Co., Ltd.\0"
    "Blue Peacock GmbH\0"
    "Roland Corporation\0"
    "LIXIL Corporation\0"
    "SUBARU Corporation\0"
    "Sensolus\0"
    "Dyson Technology Limited\0"
    "Tec4med LifeScience GmbH\0"
    "CROXEL, INC.\0"
    "Syng Inc\0"
    "RIDE VISION LTD\0"
    "Plume Design Inc\0"
    "Cambridge Animal Technologies Ltd\0"
    "Maxell, Ltd.\0"
    "Link Labs, Inc.\0"
    "Embrava Pty Ltd\0"
    "INPEAK S.C.\0"
    "API-K\0"
    "CombiQ AB\0"
    "DeVilbiss Healthcare LLC\0"
    "Jiangxi Innotech Technology Co., Ltd\0"
    "Apollogic Sp. z o.o.\0"
    "DAIICHIKOSHO CO., LTD.\0"
    "BIXOLON CO.,LTD\0"
    "Atmosic Technologies, Inc.\0"
    "Eran Financial Services LLC\0"
    "Louis Vuitton\0"
    "AYU DEVICES PRIVATE LIMITED\0"
    "NanoFlex Power Corporation\0"
    "Worthcloud Technology Co.,Ltd\0"
    "Yamaha Corporation\0"
    "PaceBait IVS\0"
    "Shenzhen H&T Intelligent Control Co., Ltd\0"
    "Shenzhen Feasycom Technology Co., Ltd.\0"
    "Instamic, Inc.\0"
    "Air-Weigh\0"
    "Nevro Corp.\0"
    "Pinnacle Technology, Inc.\0"
    "WMF AG\0"
    "Luxer Corporation\0"
    "safectory GmbH\0"
    "NGK SPARK PLUG CO., LTD.\0"
    "2587702 Ontario Inc.\0"
    "Bouffalo Lab (Nanjing)., Ltd.\0"
    "BLUETICKETING SRL\0"
    "Incotex Co. Ltd.\0"
    "Galileo Technology Limited\0"
    "Siteco GmbH\0"
    "DELABIE\0"
    "Shenzhen Yopeak Optoelectronics Technology Co., Ltd.\0"
    "OPEX Corporation\0"
    "Motionalysis, Inc.\0"
    "Busch Systems International Inc.\0"
    "Novidan, Inc.\0"
    "3SI Security Systems, Inc\0"
    "Beijing HC-Infinite Technology Limited\0"
    "The Wand Company Ltd\0"
    "JRC Mobility Inc.\0"
    "Venture Research Inc.\0"
    "Map Large, Inc.\0"
    "MistyWest Energy and Transport Ltd.\0"
    "SiFli Technologies (shanghai) Inc.\0"
    "Lockn Technologies Private Limited\0"
    "Toytec Corporation\0"
    "VANMOOF Global Holding B.V.\0"
    "Nextscape Inc.\0"
    "CSIRO\0"
    "Follow Sense Europe B.V.\0"
    "KKM COMPANY LIMITED\0"
    "SQL Technologies Corp.\0"
    "Inugo Systems Limited\0"
    "ambie\0"
    "Meizhou Guo Wei Electronics Co., Ltd\0"
    "Indigo Diabetes\0"
    "TourBuilt, LLC\0"
    "Sontheim Industrie Elektronik GmbH\0"
    "LEGIC Identsystems AG\0"
    "Innovative Design Labs Inc.\0"
    "MG Energy Systems B.V.\0"
    "stryker\0"
    "DATANG SEMICONDUCTOR TECHNOLOGY CO.,LTD\0"
    "Smart Parks B.V.\0"
    "MOKO TECHNOLOGY Ltd\0"
    "Geopal system A/S\0"
    "Lytx, INC.\0"
    "Beijing SuperHexa Century Technology CO. Ltd\0"
    "Focus Ingenieria SRL\0"
    "HAPPIEST BABY, INC.\0"
    "Scribble Design Inc.\0"
    "Olympic Ophthalmics, Inc.\0"
    "Pokkels\0"
    "KUUKANJYOKIN Co.,Ltd.\0"
    "Pac Sane Limited\0"
    "Warner Bros.\0"
    "Ooma\0"
    "Senquip Pty Ltd\0"
    "Jumo GmbH & Co. KG\0"
    "Innohome Oy\0"
    "MICROSON S.A.\0"
    "Delta Cycle Corporation\0"
    "Synaptics Incorporated\0"
    "AXTRO PTE. LTD.\0"
    "Shenzhen Sunricher Technology Limited\0"
    "Webasto SE\0"
    "Emlid Limited\0"
    "UniqAir Oy\0"
    "WAFERLOCK\0"
    "Freedman Electronics Pty Ltd\0"
    "KEBA Handover Automation GmbH\0"
    "Intuity Medical\0"
    "Cleer Limited\0"
    "Universal Biosensors Pty Ltd\0"
    "Corsair\0"
    "Rivata, Inc.\0"
    "Greennote Inc,\0"
    "Snowball Technology Co., Ltd.\0"
    "ALIZENT International\0"
    "Shanghai Smart System Technology Co., Ltd\0"
    "PSA Peugeot Citroen\0"
    "VusionGroup\0"
    "HAINBUCH GMBH SPANNENDE TECHNIK\0"
    "SANlight GmbH\0"
    "DelpSys, s.r.o.\0"
    "JCM TECHNOLOGIES S.A.\0"
    "Perfect Company\0"
    "TOTO LTD.\0"
    "Shenzhen Grandsun Electronic Co.,Ltd.\0"
    "Monarch International Inc.\0"
    "Carestream Dental LLC\0"
    "GiPStech S.r.l.\0"
    "OOBIK Inc.\0"
    "Pamex Inc.\0"
    "SensTek\0"
    "Foil, Inc.\0"
    "Shanghai high-flying electronics technology Co.,Ltd\0"
    "TEMKIN ASSOCIATES, LLC\0"
    "Eello LLC\0"
    "Xi'an Fengyu Information Technology Co., Ltd.\0"
    "Canon Finetech Nisca Inc.\0"
    "ista International GmbH\0"
    "Loy Tec electronics GmbH\0"
    "LINCOGN TECHNOLOGY CO. LIMITED\0"
    "Care Bloom, LLC\0"
    "DIC Corporation\0"
    "FAZEPRO LLC\0"
    "Shenzhen Uascent Technology Co., Ltd\0"
    "Realityworks, inc.\0"
    "Urbanista AB\0"
    "Zencontrol Pty Ltd\0"
    "Spintly, Inc.\0"
    "Computime International Ltd\0"
    "Anhui Listenai Co\0"
    "OSM HK Limited\0"
    "Adevo Consulting AB\0"
    "PS Engineering, Inc.\0"
    "AIAIAI ApS\0"
    "Visiontronic s.r.o.\0"
    "InVue Security Products Inc\0"
    "TouchTronics, Inc.\0"
    "INNER RANGE PTY. LTD.\0"
    "Ellenby Technologies, Inc.\0"
    "Elstat Electronics Ltd.\0"
    "Xenter, Inc.\0"
    "LogTag North America Inc.\0"
    "Sens.ai Incorporated\0"
    "STL\0"
    "Open Bionics Ltd.\0"
    "R-DAS, s.r.o.\0"
    "KCCS Mobile Engineering Co., Ltd.\0"
    "Inventas AS\0"
    "Robkoo Information & Technologies Co., Ltd.\0"
    "PAUL HARTMANN AG\0"
    "Omni-ID USA, INC.\0"
    "Shenzhen Jingxun Technology Co., Ltd.\0"
    "RealMega Microelectronics technology (Shanghai) Co. Ltd.\0"
    "Kenzen, Inc.\0"
    "CODIUM\0"
    "Flexoptix GmbH\0"
    "Barnes Group Inc.\0"
    "Chengdu Aich Technology Co.,Ltd\0"
    "Keepin Co., Ltd.\0"
    "Swedlock AB\0"
    "Shenzhen CoolKit Technology Co., Ltd\0"
    "ise Individuelle Software und Elektronik GmbH\0"
    "Nuvoton\0"
    "Visuallex Sport International Limited\0"
    "KOBATA GAUGE MFG. CO., LTD.\0"
    "CACI Technologies\0"
    "Nordic Strong ApS\0"
    "EAGLE KINGDOM TECHNOLOGIES LIMITED\0"
    "Lautsprecher Teufel GmbH\0"
    "SSV Software Systems GmbH\0"
    "Zhuhai Pantum Electronisc Co., Ltd\0"
    "Streamit B.V.\0"
    "nymea GmbH\0"
    "AL-KO Geraete GmbH\0"
    "Franz Kaldewei GmbH&Co KG\0"
    "Shenzhen Aimore. Co.,Ltd\0"
    "Codefabrik GmbH\0"
    "Reelables, Inc.\0"
    "Duravit AG\0"
    "Boss Audio\0"
    "Vocera Communications, Inc.\0"
    "Douglas Dynamics L.L.C.\0"
    "GlobalMed\0"
    "DALI Alliance\0"
    "unu GmbH\0"
    "Hexology\0"
    "Sunplus Technology Co., Ltd.\0"
    "LEVEL, s.r.o.\0"
    "FLIR Systems AB\0"
    "Borda Technology\0"
    "Square, Inc.\0"
    "FUTEK ADVANCED SENSOR TECHNOLOGY, INC\0"
    "Saxonar GmbH\0"
    "Velentium, LLC\0"
    "GLP German Light Products GmbH\0"
    "Leupold & Stevens, Inc.\0"
    "CRADERS,CO.,LTD\0"
    "Shanghai All Link Microelectronics Co.,Ltd\0"
    "701x Inc.\0"
    "Radioworks Microelectronics PTY LTD\0"
    "Unitech Electronic Inc.\0"
    "AMETEK, Inc.\0"
    "Irdeto\0"
    "First Design System Inc.\0"
    "Unisto AG\0"
    "Chengdu Ambit Technology Co., Ltd.\0"
    "SMT ELEKTRONIK GmbH\0"
    "Cerebrum Sensor Technologies Inc.\0"
    "Weber Sensors, LLC\0"
    "Earda Technologies Co.,Ltd\0"
    "FUSEAWARE LIMITED\0"
    "Flaircomm Microelectronics Inc.\0"
    "RESIDEO TECHNOLOGIES, INC.\0"
    "IORA Technology Development Ltd. Sti.\0"
    "Precision Triathlon Systems Limited\0"
    "Marquardt GmbH\0"
    "FAZUA GmbH\0"
    "Workaround Gmbh\0"
    "Shenzhen Qianfenyi Intelligent Technology Co., LTD\0"
    "soonisys\0"
    "Belun Technology Company Limited\0"
    "Sanistaal A/S\0"
    "BluPeak\0"
    "SANYO DENKO Co.,Ltd.\0"
    "Minebea Access Solutions Inc.\0"
    "B.E.A. S.A.\0"
    "Alfa Laval Corporate AB\0"
    "ThermoWorks, Inc.\0"
    "ToughBuilt Industries LLC\0"
    "IOTOOLS\0"
    "Olumee\0"
    "NAOS JAPAN K.K.\0"
    "Guard RFID Solutions Inc.\0"
    "SIG SAUER, INC.\0"
    "DECATHLON SE\0"
    "WBS PROJECT H PTY LTD\0"
    "Roca Sanitario, S.A.\0"
    "Enerpac Tool Group Corp.\0"
    "Nanoleq AG\0"
    "Accelerated Systems\0"
    "PB INC.\0"
    "Beijing ESWIN Computing Technology Co., Ltd.\0"
    "TKH Security B.V.\0"
    "Hygiene IQ, LLC.\0"
    "iRhythm Technologies, Inc.\0"
    "BeiJing ZiJie TiaoDong KeJi Co.,Ltd.\0"
    "NIBROTECH LTD\0"
    "Baracoda Daily Healthtech.\0"
    "Lumi United Technology Co., Ltd\0"
    "CHACON\0"
    "Tech-Venom Entertainment Private Limited\0"
    "MAINBOT\0"
    "ILLUMAGEAR, Inc.\0"
    "REDARC ELECTRONICS PTY LTD\0"
    "MOCA System Inc.\0"
    "Duke Manufacturing Co\0"
    "ART SPA\0"
    "Silver Wolf Vehicles Inc.\0"
    "Hala Systems, Inc.\0"
    "ARMATURA LLC\0"
    "CONZUMEX INDUSTRIES PRIVATE LIMITED\0"
    "BH SENS\0"
    "SINTEF\0"
    "Omnivoltaic Energy Solutions Limited Company\0"
    "WISYCOM S.R.L.\0"
    "Red 100 Lighting Co., ltd.\0"
    "Impact Biosystems, Inc.\0"
    "AIC semiconductor (Shanghai) Co., Ltd.\0"
    "Dodge Industrial, Inc.\0"
    "REALTIMEID AS\0"
    "ISEO Serrature S.p.a.\0"
    "MindRhythm, Inc.\0"
    "Havells India Limited\0"
    "Sentrax GmbH\0"
    "TSI\0"
    "INCITAT ENVIRONNEMENT\0"
    "nFore Technology Co., Ltd.\0"
    "Electronic Sensors, Inc.\0"
    "Gentex Corporation\0"
    "NIO USA, Inc.\0"
    "SkyHawke Technologies\0"
    "Nomono AS\0"
    "EMS Integrators, LLC\0"
    "BiosBob.Biz\0"
    "Adam Hall GmbH\0"
    "ICP Systems B.V.\0"
    "Breezi.io, Inc.\0"
    "Mesh Systems LLC\0"
    "FUN FACTORY GmbH\0"
    "ZIIP Inc\0"
    "SHENZHEN KAADAS INTELLIGENT TECHNOLOGY CO.,Ltd\0"
    "Emotion Fitness GmbH & Co. KG\0"
    "H G M Automotive Electronics, Inc.\0"
    "BORA - Vertriebs GmbH & Co KG\0"
    "CONVERTRONIX TECHNOLOGIES AND SERVICES LLP\0"
    "TOKAI-DENSHI INC\0"
    "Shenzhen ImagineVision Technology Limited\0"
    "Fujian Newland Auto-ID Tech. Co., Ltd.\0"
    "CELLCONTROL, INC.\0"
    "Rivieh, Inc.\0"
    "RATOC Systems, Inc.\0"
    "Sentek Pty Ltd\0"
    "NOVEA ENERGIES\0"
    "Innolux Corporation\0"
    "NingBo klite Electric Manufacture Co.,LTD\0"
    "The Apache Software Foundation\0"
    "MITSUBISHI ELECTRIC AUTOMATION (THAILAND) COMPANY LIMITED\0"
    "CleanSpace Technology Pty Ltd\0"
    "Quha oy\0"
    "Addaday\0"
    "Dymo\0"
    "Samsara Networks, Inc\0"
    "Sensitech, Inc.\0"
    "SOLUM CO., LTD\0"
    "React Mobile\0"
    "JDRF Electromag Engineering Inc\0"
    "lilbit ODM AS\0"
    "Geeknet, Inc.\0"
    "HARADA INDUSTRY CO., LTD.\0"
    "BQN\0"
    "Triple W Japan Inc.\0"
    "MAX-co., ltd\0"
    "Aixlink(Chengdu) Co., Ltd.\0"
    "FIELD DESIGN INC.\0"
    "Sankyo Air Tech Co.,Ltd.\0"
    "Shenzhen KTC Technology Co.,Ltd.\0"
    "Hardcoder Oy\0"
    "Scangrip A/S\0"
    "FoundersLane GmbH\0"
    "Offcode Oy\0"
    "ICU tech GmbH\0"
    "AXELIFE\0"
    "SCM Group\0"
    "Mammut Sports Group AG\0"
    "Taiga Motors Inc.\0"
    "Presidio Medical, Inc.\0"
    "VIMANA TECH PTY LTD\0"
    "Trek Bicycle\0"
    "Ampetronic Ltd\0"
    "Muguang (Guangdong) Intelligent Lighting Technology Co., Ltd\0"
    "Rotronic AG\0"
    "Seiko Instruments Inc.\0"
    "American Technology Components, Incorporated\0"
    "MOTREX\0"
    "Pertech Industries Inc\0"
    "Gentle Energy Corp.\0"
    "Senscomm Semiconductor Co., Ltd.\0"
    "Ineos Automotive Limited\0"
    "Alfen ICU B.V.\0"
    "Citisend Solutions, SL\0"
    "Hangzhou BroadLink Technology Co., Ltd.\0"
    "Dreem SAS\0"
    "Telecom Design\0"
    "SILVER TREE LABS, INC.\0"
    "Gymstory B.V.\0"
    "The Goodyear Tire & Rubber Company\0"
    "Beijing Wisepool Infinite Intelligence Technology Co.,Ltd\0"
    "Komatsu Ltd.\0"
    "Sensoria Holdings LTD\0"
    "Audio Partnership Plc\0"
    "Group Lotus Limited\0"
    "Data Sciences International\0"
    "Bunn-O-Matic Corporation\0"
    "TireCheck GmbH\0"
    "Sonova Consumer Hearing GmbH\0"
    "Vervent Audio Group\0"
    "SONICOS ENTERPRISES, LLC\0"
    "Nissan Motor Co., Ltd.\0"
    "hearX Group (Pty) Ltd\0"
    "GLOWFORGE INC.\0"
    "Allterco Robotics ltd\0"
    "Infinitegra, Inc.\0"
    "Grandex International Corporation\0"
    "Machfu Inc.\0"
    "Roambotics, Inc.\0"
    "Soma Labs LLC\0"
    "NITTO KOGYO CORPORATION\0"
    "Ecolab Inc.\0"
    "Beijing ranxin intelligence technology Co.,LTD\0"
    "Fjorden Electra AS\0"
    "Flender GmbH\0"
    "New Cosmos USA, Inc.\0"
    "Xirgo Technologies, LLC\0"
    "Build With Robots Inc.\0"
    "IONA Tech LLC\0"
    "INNOVAG PTY. LTD.\0"
    "SaluStim Group Oy\0"
    "Huso, INC\0"
    "SWISSINNO SOLUTIONS AG\0"
    "T2REALITY SOLUTIONS PRIVATE LIMITED\0"
    "SAAB Aktiebolag\0"
    "HIMSA II K/S\0"
    "READY FOR SKY LLP\0"
    "Miele & Cie. KG\0"
    "EntWick Co.\0"
    "MCOT INC.\0"
    "TECHTICS ENGINEERING B.V.\0"
    "Aperia Technologies, Inc.\0"
    "TCL COMMUNICATION EQUIPMENT CO.,LTD.\0"
    "Signtle Inc.\0"
    "OTF Distribution, LLC\0"
    "Neuvatek Inc.\0"
    "Perimeter Technologies, Inc.\0"
    "Divesoft s.r.o.\0"
    "Sylvac sa\0"
    "Amiko srl\0"
    "Neurosity, Inc.\0"
    "LL Tec Group LLC\0"
    "Durag GmbH\0"
    "Hubei Yuan Times Technology Co., Ltd.\0"
    "IDEC\0"
    "Procon Analytics, LLC\0"
    "ndd Medizintechnik AG\0"
    "Super B Lithium Power B.V.\0"
    "Shenzhen Injoinic Technology Co., Ltd.\0"
    "VINFAST TRADING AND PRODUCTION JOINT STOCK COMPANY\0"
    "PURA SCENTS, INC.\0"
    "Aardex Ltd.\0"
    "CHAR-BROIL, LLC\0"
    "Ledworks S.r.l.\0"
    "Coroflo Limited\0"
    "Yale\0"
    "WINKEY ENTERPRISE (HONG KONG) LIMITED\0"
    "Koizumi Lighting Technology corp.\0"
    "OTC engineering\0"
    "Comtel Systems Ltd.\0"
    "Deepfield Connect GmbH\0"
    "ZWILLING J.A. Henckels Aktiengesellschaft\0"
    "Puratap Pty Ltd\0"
    "Fresnel Technologies, Inc.\0"
    "Sensormate AG\0"
    "Shindengen Electric Manufacturing Co., Ltd.\0"
    "Twenty Five Seven, prodaja in storitve, d.o.o.\0"
    "Luna Health, Inc.\0"
    "Miracle-Ear, Inc.\0"
    "CORAL-TAIYI Co. Ltd.\0"
    "LINKSYS USA, INC.\0"
    "Safetytest GmbH\0"
    "KIDO SPORTS CO., LTD.\0"
    "Site IQ LLC\0"
    "Angel Medical Systems, Inc.\0"
    "PONE BIOMETRICS AS\0"
    "T5 tek, Inc.\0"
    "greenTEG AG\0"
    "Wacker Neuson SE\0"
    "Innovacionnye Resheniya\0"
    "CleanBands Systems Ltd.\0"
    "Dodam Enersys Co., Ltd\0"
    "T+A elektroakustik GmbH & Co.KG\0"
    "Esmé Solutions\0"
    "Media-Cartec GmbH\0"
    "Ratio Electric BV\0"
    "MQA Limited\0"
    "NEOWRK SISTEMAS INTELIGENTES S.A.\0"
    "Loomanet, Inc.\0"
    "Puff Corp\0"
    "Happy Health, Inc.\0"
    "Montage Connect, Inc.\0"
    "LED Smart Inc.\0"
    "CONSTRUKTS, INC.\0"
    "limited liability company \"Red\"\0"
    "Senic Inc.\0"
    "Automated Pet Care Products, LLC\0"
    "aconno GmbH\0"
    "Mendeltron, Inc.\0"
    "Mereltron bv\0"
    "ALEX DENKO CO.,LTD.\0"
    "AETERLINK\0"
    "Cosmed s.r.l.\0"
    "Gordon Murray Design Limited\0"
    "IoSA\0"
    "Scandinavian Health Limited\0"
    "Fasetto, Inc.\0"
    "Geva Sol B.V.\0"
    "TYKEE PTY. LTD.\0"
    "SomnoMed Limited\0"
    "CORROHM\0"
    "Arlo Technologies, Inc.\0"
    "Catapult Group International Ltd\0"
    "Rockchip Electronics Co., Ltd.\0"
    "GEMU\0"
    "OFF Line Japan Co., Ltd.\0"
    "EC sense co., Ltd\0"
    "LVI Co.\0"
    "COMELIT GROUP S.P.A.\0"
    "Foshan Viomi Electrical Technology Co., Ltd\0"
    "Glamo Inc.\0"
    "KEYTEC,Inc.\0"
    "SMARTD TECHNOLOGIES INC.\0"
    "JURA Elektroapparate AG\0"
    "Performance Electronics, Ltd.\0"
    "Pal Electronics\0"
    "Embecta Corp.\0"
    "DENSO AIRCOOL CORPORATION\0"
    "Caresix Inc.\0"
    "GigaDevice Semiconductor Inc.\0"
    "Zeku Technology (Shanghai) Corp., Ltd.\0"
    "OTF Product Sourcing, LLC\0"
    "Easee AS\0"
    "BEEHERO, INC.\0"
    "McIntosh Group Inc\0"
    "KINDOO LLP\0"
    "Xian Yisuobao Electronic Technology Co., Ltd.\0"
    "Exeger Operations AB\0"
    "BYD Company Limited\0"
    "Thermokon-Sensortechnik GmbH\0"
    "SignalQuest, LLC\0"
    "Noritz Corporation.\0"
    "TIGER CORPORATION\0"
    "ORB Innovations Ltd\0"
    "Classified Cycling\0"
    "Wrmth Corp.\0"
    "BELLDESIGN Inc.\0"
    "Stinger Equipment, Inc.\0"
    "HORIBA, Ltd.\0"
    "Control Solutions LLC\0"
    "Heath Consultants Inc.\0"
    "Berlinger & Co. AG\0"
    "ONCELABS LLC\0"
    "Brose Verwaltung SE, Bamberg\0"
    "Granwin IoT Technology (Guangzhou) Co.,Ltd\0"
    "Epsilon Electronics,lnc\0"
    "VALEO MANAGEMENT SERVICES\0"
    "twopounds gmbh\0"
    "atSpiro ApS\0"
    "ADTRAN, Inc.\0"
    "Orpyx Medical Technologies Inc.\0"
    "Seekwave Technology Co.,ltd.\0"
    "Tactile Engineering, Inc.\0"
    "SharkNinja Operating LLC\0"
    "Imostar Technologies Inc.\0"
    "INNOVA S.R.L.\0"
    "ESCEA LIMITED\0"
    "Taco, Inc.\0"
    "HiViz Lighting, Inc.\0"
    "Zintouch B.V.\0"
    "Rheem Sales Company, Inc.\0"
    "UNEEG medical A/S\0"
    "Hykso Inc.\0"
    "CYBERDYNE Inc.\0"
    "Lockswitch Sdn Bhd\0"
    "Alban Giacomo S.P.A.\0"
    "MGM WIRELESSS HOLDINGS PTY LTD\0"
    "StepUp Solutions ApS\0"
    "BlueID GmbH\0"
    "Wuxi Linkpower Microelectronics Co.,Ltd\0"
    "KEBA Energy Automation GmbH\0"
    "NNOXX, Inc\0"
    "Phiaton Corporation\0"
    "phg Peter Hengstler GmbH + Co. KG\0"
    "dormakaba Holding AG\0"
    "WAKO CO,.LTD\0"
    "TRACKTING S.R.L.\0"
    "Emerja Corporation\0"
    "BLITZ electric motors. LTD\0"
    "CONSORCIO TRUST CONTROL - NETTEL\0"
    "GILSON SAS\0"
    "SNIFF LOGIC LTD\0"
    "Fidure Corp.\0"
    "Sensa LLC\0"
    "Parakey AB\0"
    "SCARAB SOLUTIONS LTD\0"
    "BitGreen Technolabz (OPC) Private Limited\0"
    "StreetCar ORV, LLC\0"
    "Truma Gerätetechnik GmbH & Co. KG\0"
    "yupiteru\0"
    "Embedded Engineering Solutions LLC\0"
    "TEAC Corporation\0"
    "CHARGTRON IOT PRIVATE LIMITED\0"
    "Zhuhai Smartlink Technology Co., Ltd\0"
    "Triductor Technology (Suzhou), Inc.\0"
    "PT SADAMAYA GRAHA TEKNOLOGI\0"
    "Mopeka Products LLC\0"
    "3ALogics, Inc.\0"
    "Rochester Sensors, LLC\0"
    "CARDIOID - TECHNOLOGIES, LDA\0"
    "Carrier Corporation\0"
    "NACON\0"
    "Watchdog Systems LLC\0"
    "MAXON INDUSTRIES, INC.\0"
    "Amlogic, Inc.\0"
    "Qingdao Eastsoft Communication Technology Co.,Ltd\0"
    "Weltek Technologies Company Limited\0"
    "Nextivity Inc.\0"
    "AGZZX OPTOELECTRONICS TECHNOLOGY CO., LTD\0"
    "A.GLOBAL co.,Ltd.\0"
    "Heavys Inc\0"
    "T-Mobile USA\0"
    "tonies GmbH\0"
    "Technocon Engineering Ltd.\0"
    "Radar Automobile Sales(Shandong)Co.,Ltd.\0"
    "WESCO AG\0"
    "Yashu Systems\0"
    "Kesseböhmer Ergonomietechnik GmbH\0"
    "Movesense Oy\0"
    "Baxter Healthcare Corporation\0"
    "Gemstone Lights Canada Ltd.\0"
    "H+B Hightech GmbH\0"
    "Deako\0"
    "MiX Telematics International (PTY) LTD\0"
    "Vire Health Oy\0"
    "ALF Inc.\0"
    "NTT sonority, Inc.\0"
    "Sunstone-RTLS Ipari Szolgaltato Korlatolt Felelossegu Tarsasag\0"
    "Ribbiot, INC.\0"
    "ECCEL CORPORATION SAS\0"
    "Dragonfly Energy Corp.\0"
    "BIGBEN\0"
    "YAMAHA MOTOR CO.,LTD.\0"
    "XSENSE LTD\0"
    "MAQUET GmbH\0"
    "MITSUBISHI ELECTRIC LIGHTING CO, LTD\0"
    "Princess Cruise Lines, Ltd.\0"
    "Megger Ltd\0"
    "Verve InfoTec Pty Ltd\0"
    "Sonas, Inc.\0"
    "Mievo Technologies Private Limited\0"
    "Shenzhen Poseidon Network Technology Co., Ltd\0"
    "HERUTU ELECTRONICS CORPORATION\0"
    "Shenzhen Shokz Co.,Ltd.\0"
    "Shenzhen Openhearing Tech CO., LTD .\0"
    "Evident Corporation\0"
    "NEURINNOV\0"
    "SwipeSense, Inc.\0"
    "RF Creations\0"
    "SHINKAWA Sensor Technology, Inc.\0"
    "janova GmbH\0"
    "Eberspaecher Climate Control Systems GmbH\0"
    "Racketry, d. o. o.\0"
    "THE EELECTRIC MACARON LLC\0"
    "Cucumber Lighting Controls Limited\0"
    "seca GmbH & Co. KG\0"
    "Ameso Tech (OPC) Private Limited\0"
    "Emlid Tech Kft.\0"
    "TROX GmbH\0"
    "Pricer AB\0"
    "Forward Thinking Systems LLC.\0"
    "Garnet Instruments Ltd.\0"
    "CLEIO Inc.\0"
    "Anker Innovations Limited\0"
    "HMD Global Oy\0"
    "ABUS August Bremicker Soehne Kommanditgesellschaft\0"
    "Open Road Solutions, Inc.\0"
    "Serial Technology Corporation\0"
    "SB C&S Corp.\0"
    "TrikThom\0"
    "Innocent Technology Co., Ltd.\0"
    "Cyclops Marine Ltd\0"
    "NOTHING TECHNOLOGY LIMITED\0"
    "Kord Defence Pty Ltd\0"
    "YanFeng Visteon(Chongqing) Automotive Electronic Co.,Ltd\0"
    "SENOSPACE LLC\0"
    "Shenzhen CESI Information Technology Co., Ltd.\0"
    "MooreSilicon Semiconductor Technology (Shanghai) Co., LTD.\0"
    "Imagine Marketing Limited\0"
    "EQOM SSC B.V.\0"
    "TechSwipe\0"
    "Reoqoo IoT Technology Co., Ltd.\0"
    "Numa Products, LLC\0"
    "HHO (Hangzhou) Digital Technology Co., Ltd.\0"
    "Maztech Industries, LLC\0"
    "SIA Mesh Group\0"
    "Minami acoustics Limited\0"
    "Wolf Steel ltd\0"
    "Circus World Displays Limited\0"
    "Ypsomed AG\0"
    "Alif Semiconductor, Inc.\0"
    "SHENZHEN CHENYUN ELECTRONICS CO., LTD\0"
    "VODALOGIC PTY LTD\0"
    "Regal Beloit America, Inc.\0"
    "CORVENT MEDICAL, INC.\0"
    "Taiwan Fuhsing\0"
    "Off-Highway Powertrain Services Germany GmbH\0"
    "Amina Distribution AS\0"
    "McWong International, Inc.\0"
    "TAG HEUER SA\0"
    "Dongguan Yougo Electronics Co.,Ltd.\0"
    "PEAG, LLC dba JLab Audio\0"
    "HAYWARD INDUSTRIES, INC.\0"
    "Shenzhen Tingting Technology Co. LTD\0"
    "Pacific Coast Fishery Services (2003) Inc.\0"
    "CV. NURI TEKNIK\0"
    "MadgeTech, Inc\0"
    "POGS B.V.\0"
    "THOTAKA TEKHNOLOGIES INDIA PRIVATE LIMITED\0"
    "Midmark\0"
    "Radio Sound\0"
    "SOLUX PTY LTD\0"
    "BOS Balance of Storage Systems AG\0"
    "OJ Electronics A/S\0"
    "TVS Motor Company Ltd.\0"
    "core sensing GmbH\0"
    "Tamblue Oy\0"
    "Protect Animals With Satellites LLC\0"
    "Tyromotion GmbH\0"
    "ElectronX design\0"
    "Thule Group AB\0"
    "Ergodriven Inc\0"
    "Sparkpark AS\0"
    "KEEPEN\0"
    "Rocky Mountain ATV/MC Jake Wilson\0"
    "MakuSafe Corp\0"
    "Bartec Auto Id Ltd\0"
    "Energy Technology and Control Limited\0"
    "doubleO Co., Ltd.\0"
    "Datalogic S.r.l.\0"
    "Datalogic USA, Inc.\0"
    "Leica Geosystems AG\0"
    "CATEYE Co., Ltd.\0"
    "Research Products Corporation\0"
    "Planmeca Oy\0"
    "C.Ed. Schulte GmbH Zylinderschlossfabrik\0"
    "PetVoice Co., Ltd.\0"
    "Timebirds Australia Pty Ltd\0"
    "JVC KENWOOD Corporation\0"
    "Spartek Systems Inc.\0"
    "MERRY ELECTRONICS CO., LTD.\0"
    "Merry Electronics (S) Pte Ltd\0"
    "Spark\0"
    "Nations Technologies Inc.\0"
    "Akix S.r.l.\0"
    "Bioliberty Ltd\0"
    "C.G. Air Systemes Inc.\0"
    "Maturix ApS\0"
    "RACHIO, INC.\0"
    "LIMBOID LLC\0"
    "Electronics4All Inc.\0"
    "FESTINA LOTUS SA\0"
    "Synkopi, Inc.\0"
    "SCIENTERRA LIMITED\0"
    "Cennox Group Limited\0"
    "Cedarware, Corp.\0"
    "GREE Electric Appliances, Inc. of Zhuhai\0"
    "Japan Display Inc.\0"
    "System Elite Holdings Group Limited\0"
    "Burkert Werke GmbH & Co. KG\0"
    "velocitux\0"
    "FUJITSU COMPONENT LIMITED\0"
    "MIYAKAWA ELECTRIC WORKS LTD.\0"
    "PhysioLogic Devices, Inc.\0"
    "Sensoryx AG\0"
    "SIL System Integration Laboratory GmbH\0"
    "Cooler Pro, LLC\0"
    "Advanced Electronic Applications, Inc\0"
    "Delta Development Team, Inc\0"
    "Laxmi Therapeutic Devices, Inc.\0"
    "SYNCHRON, INC.\0"
    "Badger Meter\0"
    "Micropower Group AB\0"
    "ZILLIOT TECHNOLOGIES PRIVATE LIMITED\0"
    "Universidad Politecnica de Madrid\0"
    "XIHAO INTELLIGENGT TECHNOLOGY CO., LTD\0"
    "Zerene Inc.\0"
    "CycLock\0"
    "Systemic Games, LLC\0"
    "Frost Solutions, LLC\0"
    "Lone Star Marine Pty Ltd\0"
    "SIRONA Dental Systems GmbH\0"
    "bHaptics Inc.\0"
    "LUMINOAH, INC.\0"
    "Vogels Products B.V.\0"
    "SignalFire Telemetry, Inc.\0"
    "CPAC Systems AB\0"
    "TEKTRO TECHNOLOGY CORPORATION\0"
    "Gosuncn Technology Group Co., Ltd.\0"
    "Ex Makhina Inc.\0"
    "Odeon, Inc.\0"
    "Thales Simulation & Training AG\0"
    "Shenzhen DOKE Electronic Co., Ltd\0"
    "Vemcon GmbH\0"
    "Refrigerated Transport Electronics, Inc.\0"
    "Rockpile Solutions, LLC\0"
    "Soundwave Hearing, LLC\0"
    "Optec, LLC\0"
    "NIKAT SOLUTIONS PRIVATE LIMITED\0"
    "Movano Inc.\0"
    "NINGBO FOTILE KITCHENWARE CO., LTD.\0"
    "Genetus inc.\0"
    "DIVAN TRADING CO., LTD.\0"
    "Luxottica Group S.p.A\0"
    "ISEKI FRANCE S.A.S\0"
    "NO CLIMB PRODUCTS LTD\0"
    "Wellang.Co,.Ltd\0"
    "Nanjing Xinxiangyuan Microelectronics Co., Ltd.\0"
    "ifm electronic gmbh\0"
    "HYUPSUNG MACHINERY ELECTRIC CO., LTD.\0"
    "Gunnebo Aktiebolag\0"
    "Axis Communications AB\0"
    "Stogger B.V.\0"
    "Pella Corp\0"
    "SiChuan Homme Intelligent Technology co.,Ltd.\0"
    "Smart Products Connection, S.A.\0"
    "F.I.P. FORMATURA INIEZIONE POLIMERI - S.P.A.\0"
    "MEBSTER s.r.o.\0"
    "SKF France\0"
    "Southco\0"
    "Molnlycke Health Care AB\0"
    "Hendrickson USA , L.L.C\0"
    "BLACK BOX NETWORK SERVICES INDIA PRIVATE LIMITED\0"
    "Status Audio LLC\0"
    "AIR AROMA INTERNATIONAL PTY LTD\0"
    "Helge Kaiser GmbH\0"
    "Crane Payment Innovations, Inc.\0"
    "Ambient IoT Pty Ltd\0"
    "DYNAMOX S/A\0"
    "Look Cycle International\0"
    "Closed Joint Stock Company NVP BOLID\0"
    "Kindhome\0"
    "Kiteras Inc.\0"
    "Earfun Technology (HK) Limited\0"
    "iota Biosciences, Inc.\0"
    "ANUME s.r.o.\0"
    "Indistinguishable From Magic, Inc.\0"
    "i-focus Co.,Ltd\0"
    "DualNetworks SA\0"
    "MITACHI CO.,LTD.\0"
    "VIVIWARE JAPAN, Inc.\0"
    "Xiamen Intretech Inc.\0"
    "MindMaze SA\0"
    "BeiJing SmartChip Microelectronics Technology Co.,Ltd\0"
    "Taiko Audio B.V.\0"
    "Daihatsu Motor Co., Ltd.\0"
    "Konova\0"
    "Gravaa B.V.\0"
    "Beyerdynamic GmbH & Co. KG\0"
    "VELCO\0"
    "ATLANTIC SOCIETE FRANCAISE DE DEVELOPPEMENT THERMIQUE\0"
    "Testo SE & Co. KGaA\0"
    "SEW-EURODRIVE GmbH & Co KG\0"
    "ROCKWELL AUTOMATION, INC.\0"
    "Quectel Wireless Solutions Co., Ltd.\0"
    "Nanohex Corp\0"
    "Simply Embedded Inc.\0"
    "Software Development, LLC\0"
    "Ultimea Technology (Shenzhen) Limited\0"
    "RF Electronics Limited\0"
    "Optivolt Labs, Inc.\0"
    "Canon Electronics Inc.\0"
    "LAAS ApS\0"
    "Beamex Oy Ab\0"
    "TACHIKAWA CORPORATION\0"
    "HagerEnergy GmbH\0"
    "Hunter Industries Incorporated\0"
    "NEOKOHM SISTEMAS ELETRONICOS LTDA\0"
    "Zhejiang Huanfu Technology Co., LTD\0"
    "E.F. Johnson Company\0"
    "Caire Inc.\0"
    "Yeasound (Xiamen) Hearing Technology Co., Ltd\0"
    "Boxyz, Inc.\0"
    "Skytech Creations Limited\0"
    "Cear, Inc.\0"
    "Impulse Wellness LLC\0"
    "MML US, Inc\0"
    "SICK AG\0"
    "Fen Systems Ltd.\0"
    "KIWI.KI GmbH\0"
    "Airgraft Inc.\0"
    "HP Tuners\0"
    "PIXELA CORPORATION\0"
    "Generac Corporation\0"
    "Novoferm tormatic GmbH\0"
    "Airwallet ApS\0"
    "Inventronics GmbH\0"
    "Shenzhen EBELONG Technology Co., Ltd.\0"
    "Efento\0"
    "ITALTRACTOR ITM S.P.A.\0"
    "TITUM AUDIO, INC.\0"
    "Hexagon Aura Reality AG\0"
    "Invisalert Solutions, Inc.\0"
    "TELE System Communications Pte. Ltd.\0"
    "Whirlpool\0"
    "SHENZHEN REFLYING ELECTRONIC CO., LTD\0"
    "Franklin Control Systems\0"
    "Djup AB\0"
    "SAFEGUARD EQUIPMENT, INC.\0"
    "Morningstar Corporation\0"
    "Shenzhen Chuangyuan Digital Technology Co., Ltd\0"
    "CompanyDeep Ltd\0"
    "Veo Technologies ApS\0"
    "Nexis Link Technology Co., Ltd.\0"
    "Felion Technologies Company Limited\0"
    "MAATEL\0"
    "HELLA GmbH & Co. KGaA\0"
    "HWM-Water Limited\0"
    "Shenzhen Jahport Electronic Technology Co., Ltd.\0"
    "NACHI-FUJIKOSHI CORP.\0"
    "Cirrus Research plc\0"
    "GEARBAC TECHNOLOGIES INC.\0"
    "Hangzhou NationalChip Science & Technology Co.,Ltd\0"
    "DHL\0"
    "Levita\0"
    "MORNINGSTAR FX PTE. LTD.\0"
    "ETO GRUPPE TECHNOLOGIES GmbH\0"
    "farmunited GmbH\0"
    "Aptener Mechatronics Private Limited\0"
    "GEOPH, LLC\0"
    "Trotec GmbH\0"
    "Astra LED AG\0"
    "NOVAFON - Electromedical devices limited liability company\0"
    "KUBU SMART LIMITED\0"
    "ESNAH\0"
    "OrangeMicro Limited\0"
    "Fresh n Rebel B.V.\0"
    "Global Satellite Engineering\0"
    "KOQOON GmbH & Co.KG\0"
    "BEEPINGS\0"
    "MODULAR MEDICAL, INC.\0"
    "Xiant Technologies, Inc.\0"
    "SCHELL GmbH & Co. KG\0"
    "Minebea Intec GmbH\0"
    "KAGA FEI Co., Ltd.\0"
    "AUTHOR-ALARM, razvoj in prodaja avtomobilskih sistemov proti kraji, d.o.o.\0"
    "Tozoa LLC\0"
    "SHENZHEN DNS INDUSTRIES CO., LTD.\0"
    "Shenzhen Lunci Technology Co., Ltd\0"
    "KNOG PTY. LTD.\0"
    "Outshiny India Private Limited\0"
    "TAMADIC Co., Ltd.\0"
    "Shenzhen MODSEMI Co., Ltd\0"
    "EMBEINT INC\0"
    "Ehong Technology Co.,Ltd\0"
    "DEXATEK Technology LTD\0"
    "Dendro Technologies, Inc.\0"
    "Vivint, Inc.\0"
    "General Laser GmbH\0"
    "Kathrein Solutions GmbH\0"
    "Fitz Inc.\0"
    "ATEGENOS PHARMACEUTICALS INC\0"
    "Flextronic GmbH\0"
    "Safety Swim LLC\0"
    "SING SUN TECHNOLOGY (INTERNATIONAL) LIMITED\0"
    "Woncan (Hong Kong) Limited\0"
    "iFLYTEK (Suzhou) Technology Co., Ltd.\0"
    "Weber-Stephen Products LLC\0"
    "hDrop Technologies Inc.\0"
    "REEKON TOOLS INC.\0"
    "Delta Faucet Company\0"
    "Mutrack Co., Ltd\0"
    "Hangzhou Zhaotong Microelectronics Co., Ltd.\0"
    "Chengdu CSCT Microelectronics Co., Ltd.\0"
    "Belusun Technology Ltd.\0"
    "Shenzhen Matches IoT Technology Co., Ltd.\0"
    "Beidou Intelligent Connected Vehicle Technology Co., Ltd.\0"
    "SOJI ELECTRONICS JOINT STOCK COMPANY\0"
    "BH Technologies\0"
    "Haptech, Inc.\0"
    "WaveRF, Corp.\0"
    "SHENZHEN SOUNDSOUL INFORMATION TECHNOLOGY CO.,LTD\0"
    "Wuhu Mengbo Technology Co., Ltd.\0"
    "PROSYS DEV LIMITED\0"
    "Shenzhen eMeet technology Co.,Ltd\0"
    "Doro AB\0"
    "SUREPULSE MEDICAL LIMITED\0"
    "iodyne, LLC\0"
    "Pinpoint GmbH\0"
    "Heinrich Kopp GmbH\0"
    "Evolutive Systems SL\0"
    "Sounding Audio Industrial Ltd.\0"
    "Yuanfeng Technology Co., Ltd.\0"
    "FrontAct Co., Ltd.\0"
    "SenseWorks Tecnologia Ltda.\0"
    "Eko Health, Inc.\0"
    "Wanzl GmbH & Co. KGaA\0"
    "CLEVER LOGGER TECHNOLOGIES PTY LIMITED\0"
    "ASYSTOM\0"
    "Heilongjiang Tianyouwei Electronics Co.,Ltd.\0"
    "Eastern Partner Limited\0"
    "Xiamen RUI YI Da Electronic Technology Co.,Ltd\0"
    "Ad Hoc Electronics, llc.\0"
    "Hangzhou Microimage Software Co.,Ltd.\0"
    "Hive-Zox International SA\0"
    "Sensovo GmbH\0"
    "Time Location Systems AS\0"
    "SHENZHEN DIGITECH CO., LTD\0"
    "Capte B.V.\0"
    "9512-5837 QUEBEC INC.\0"
    "Blecon Ltd\0"
    "CFLAB TEKNOLOJI TICARET LIMITED SIRKETI\0"
    "FOGO\0"
    "HITO INC\0"
    "MS kajak7 UG (limited liability)\0"
    "Avedis Zildjian Co.\0"
    "Hangzhou Hikvision Digital Technology Co., Ltd.\0"
    "LIHJOEN SPEED METER CO., LTD.\0"
    "NextSense, Inc.\0"
    "PatchRx, Inc.\0"
    "Flipper Devices Inc.\0"
    "Huizhou Foryou General Electronics Co., Ltd.\0"
    "JE electronic a/s\0"
    "9313-7263 Quebec inc.\0"
    "ECARX (Hubei) Tech Co.,Ltd.\0"
    "NIHON KOHDEN CORPORATION\0"
    "ONWI\0"
    "Primax Electronics Ltd.\0"
    "AlphaTheta Corporation\0"
    "PACIFIC INDUSTRIAL CO., LTD.\0"
    "Crescent NV\0"
    "Vermis, software solutions llc\0"
    "SNAPPWISH LLC\0"
    "Cousins and Sears LLC\0"
    "CESYS Gesellschaft für angewandte Mikroelektronik mbH\0"
    "SLOC GmbH\0"
    "IRES Infrarot Energie Systeme GmbH\0"
    "OFIVE LIMITED\0"
    "Swift IOT Tech (Shenzhen) Co., LTD.\0"
    "Viselabs\0"
    "Walmart Inc.\0"
    "VANBOX\0"
    "Wiser Devices, LLC\0"
    "WKD Labs Ltd\0"
    "Asustek Computer Inc.\0"
    "Z-ONE Technology Co., Ltd.\0"
    "InnoVision Medical Technologies, LLC\0"
    "QUANTATEC\0"
    "Filo Srl\0"
    "SOUNDUCT\0"
    "Hosiden Besson Limited\0"
    "KARLUNA MUHENDISLIK SANAYI VE TICARET ANONIM SIRKETI\0"
    "Deone (Shanghai) Communication & Technology Co., Ltd\0"
    "Nitto Denko Corporation\0"
    "PUDSEY DIAMOND ENGINEERING LIMITED\0"
    "Luxshare Precision Industry Co., Ltd.\0"
    "Brooksee, Inc.\0"
    "QSC, LLC\0"
    "eBet Gaming Sytems Pty Limited\0"
    "Zhejiang Desman Intelligent Technology Co., Ltd.\0"
    "Dyaco International Inc.\0"
    "Aquana, LLC\0"
    "MINIRIG\0"
    "Relief Technologies AS\0"
    "New Cosmos Electric Co., Ltd.\0"
    "INEPRO Metering B.V.\0"
    "Altina Inc.\0"
    "Urban Armor Gear, LLC\0"
    "Loewe Technology GmbH\0"
    "OmniWave Microelectronics Shanghai Co., Ltd\0"
    "Wuhu Hongjing Electronic Co.,Ltd\0"
    "Rocoto Ltd\0"
    "L.T.H. Electronics Limited\0"
    "SHAPER TOOLS, INC.\0"
    "Ruptela\0"
    "Ant Group Co., Ltd.\0"
    "Queclink Wireless Solutions Co., Ltd.\0"
    "GOKI PTY LTD\0"
    "LAST LOCK INC.\0"
    "HuiTong intelligence Company Limited\0"
    "Daikin Industries, LTD\0"
    "Shenzhen Baseus Technology Co., Ltd.\0"
    "NEXT DEVICES LTDA\0"
    "EarTex Ltd\0"
    "Megatronix (Beijing) Technology Co., Ltd\0"
    "Hyena Inc.\0"
    "Shenzhen Goodocom Information Technology Co., Ltd.\0"
    "RIGH, INC.\0"
    "FEVOS LIMITED\0"
    "OpConnect, Inc.\0"
    "Powerstick.com\0"
    "ENABLEWEAR LLC\0"
    "TOR.AI LIMITED\0"
    "Adventures of the Persistently Impaired (and other tales) Limited\0"
    "Rocky Radios LLC\0"
    "Le Touch (Shenzhen) Electronics Co., Ltd.\0"
    "Guangdong Nanguang Photo&Video Systems Co., Ltd.\0"
    "MOBILE TECH, INC.\0"
    "HONG KONG COMMUNICATIONS COMPANY LIMITED\0"
    "Neptune First OU\0"
    "Vivago Oy\0"
    "Circular\0"
    "final Inc.\0"
    "Jiangsu XinTongda Electric Technology Co.,Ltd.\0"
    "Archon Controls LLC\0"
    "SZR-Dev UG\0"
    "IQNEXXT Solutions GmbH\0"
    "Guangdong Hengqin Xingtong Technology Co.,ltd.\0"
    "CHEVALIER TECH LIMITED\0"
    "SPRiNTUS GmbH\0"
    "Tymphany HK Ltd\0"
    "TigerLight, Inc.\0"
    "Mercury Marine, a division of Brunswick Corporation\0"
    "OpenTech Alliance, Inc.\0"
    "Skewered Fencing, LLC\0"
    "Brudden\0"
    "Tele-Radio i Lysekil AB\0"
    "Allgon AB\0"
    "Gopod Group Holding Limited\0"
    "Celebrities Management Private Limited\0"
    "Nobest Inc\0"
    "Avetos Design LLC\0"
    "RainMaker Solutions, Inc.\0"
    "Identita Inc.\0"
    "Glutz AG\0"
    "MIV ELECTRONICS, LTD\0"
    "Tactrix\0"
    "Viaanix, Inc.\0"
    "Skeed,co,Ltd.\0"
    "kokoromil Inc.\0"
    "Chromatic Inc.\0"
    "Medibound, Inc.\0"
    "Scanbro OU\0"
    "Panasonic Automotive Systems Co., Ltd.\0"
    "Andrews & Arnold Ltd\0"
    "Audinor ApS\0"
    "Travelxp India Private Limited\0"
    "Owlet Baby Care Inc.\0"
    "ENLESS WIRELESS\0"
    "Culligan International Company\0"
    "QIKCONNEX LLC\0"
    "OLIS ELECTRONICS, LLC\0"
    "BiTECH Automotive (Wuhu) Co.,Ltd\0"
    "EasyReach Solutions Private Limited\0"
    "AMG Lab LLC\0"
    "BrickXter GmbH\0"
    "Dongguan Trangjan Industrial Co., Ltd\0"
    "Makichie Co., Ltd.\0"
    "Hive Soundz inc.\0"
    "STEYR Sport GmbH\0"
    "Dynetrex Solutions Inc.\0"
    "OPTRON Co., Ltd.\0"
    "BHClears Microelectronics (Shanghai) Co., Ltd.\0"
    "Unfolded Circle ApS\0"
    "FactorySense\0"
    "WearNex Limited\0"
    "PRADCO Outdoor Brands\0"
    "Zucchetti Axess\0"
    "BLUEFIN DATA, LLC\0"
    "Preseed Japan Corporation\0"
    "Server Products, Inc.\0"
    "Embedded Solutions LLC\0"
    "PARAGON ID\0"
    "egojin co,.ltd\0"
    "THERMY LTD\0"
    "Asahi Denso Co.,Ltd.\0"
    "GP Acoustics International Limited\0"
    "Tongfang Health Technology (Beijing) Co., Ltd.\0"
    "Deity Acoustic Technology Co.\0"
    "Schulte-Schlagbaum AG\0"
    "WEST inx Ltd.\0"
    "Crossdoor\0"
    "High Entropy, LLC\0"
    "Herschel Infrared Ltd\0"
    "PACIFIC MARINE BATTERIES PTY. LIMITED\0"
    "Alibaba (China) Co., Ltd.\0"
    "AuthGate B.V.\0"
    "Canyon Bicycles GmbH\0"
    "Codie LLC\0"
    "NeuroPace Inc\0"
    "NexRev LLC\0"
    "Zhong Shan City Richsound Electronic Industrial Ltd.\0"
    "Shenzhen NEOECO Technology Co., Ltd.\0"
    "Nature Inc.\0"
    "Guangzhou Honor Microelectronic Co.,Ltd.\0"
    "GGEC America, Inc.\0"
    "Gibson, Inc.\0"
    "VINYL MATT MEDIA LIMITED\0"
    "SHENZHEN BESTWAY ELECTRONICS CO.,LTD\0"
    "Lichens Innovation inc.\0"
    "Goerdyna Group Co., Ltd\0"
    "Relish Technologies Limited\0"
    "Quintessential Design, Inc.\0"
    "CS INSTRUMENTS GmbH & Co.KG\0"
    "DORAN MFG. LLC\0"
    "Overhead Door Corporation\0"
    "Kodira GmbH\0"
    "ShenZhen BoYiChuangXin\0"
    "Shenzhen Zoqin Technology Co., Ltd.\0"
    "Ceridwen Limited\0"
    "Sony Honda Mobility Inc.\0"
    "Dynaudio A/S\0"
    "MAERSK CONTAINER INDUSTRY A/S\0"
    "MA MICRO LIMITED\0"
    "shenzhen hongever technology Co,. Ltd\0"
    "TAMRON Co., Ltd.\0"
    "CAPTEMP, LDA\0"
    "Ambient Life Inc.\0"
    "NOCTRIX HEALTH, INC\0"
    "RICKARD AIR DIFFUSION (PTY) LTD\0"
    "SG Armaturen AS\0"
    "PIXEL TI IND. E COM PROD ELETRONICOS\0"
    "Core Devices LLC\0"
    "Fujita Electric Works, Ltd\0"
    "Willow Laboratories, Inc.\0"
    "BBC Bircher AG\0"
    "ELLEA INGEGNERIA SRL UNIPERSONALE\0"
    "Q42 Internet B.V.\0"
    "Seaward Electronic\0"
    "Wuxi Does IOT Co., Ltd\0"
    "CAPTAIN BLINK\0"
    "Monil AS\0"
    "LS ELECTRIC Co., Ltd.\0"
    "Shenzhen Cyber Innovation Technology Co., Ltd.\0"
    "Trackonomy Systems, Inc.\0"
    "IoT Solutions Malta Limited\0"
    "Aseptico, Inc.\0"
    "Sensear Pty Ltd\0"
    "BLUEPROVIDERZ LLC\0"
    "Jano Life Inc.\0"
    "PRIMES GmbH\0"
    "Teledyne Instruments, Inc.\0"
    "Healthcare Technology Limited\0"
    "TRACERCO LIMITED\0"
    "HAPPLABS SOFTWARE PRIVATE LIMITED\0"
    "GE HEALTHCARE TECHNOLOGIES INC.\0"
    "Olibra LLC\0"
    "Lumen Labs (HK) Ltd\0"
    "SHENZHEN GWSTAI TECHNOLOGY CO.,LTD\0"
    "SHENZHEN POWEROAK NEWENER CO., LTD\0"
    "Tech OVN Private Limited\0"
    "Lezyne USA Inc.\0"
    "ANC CHINA LIMITED\0"
    "LION GROUP, INC.\0"
    "Brightway Innovation Intelligent Technology (Suzhou) Co., Ltd.\0"
    "Hitachi Industrial Equipment Systems Co.,Ltd.\0"
    "Maennl Elektronik GmbH\0"
    "IDEATRONIK Limited Liability Company\0"
    "caive Inc.\0"
    "ShenZhen Doctors of Intelligence & Technology Co.,Ltd\0"
    "Deep and Steep LLC\0"
    "Endur ID, Inc.\0"
    "Freshape SA\0"
    "PreEvnt, LLC\0"
    "Oval Corporation\0"
    "ADHD Friendly co.Ltd\0"
    "RORENTECH Co., Ltd.\0"
    "iKeyless, LLC\0"
    "Shenzhen SuperSound Technology Co.,Ltd\0"
    "FLO SCIENCES, LLC\0"
    "PalatiumCare LLC\0"
    "Edge Semiconductors Inc.\0"
    "ZIMMERMANN PV-Steel Group GmbH & Co. KG\0"
    "Yolni Inc.\0"
    "Ninebot (Changzhou) Tech Co., Ltd.\0"
    "Beijing Spring Creation Technology Co., Ltd.\0"
    "Rokk Limited\0"
    "ONESPACE TECHNOLOGIES (PTY) LTD\0"
    "Yuquan Semiconductor (Xiamen) Co., Ltd.\0"
    "Easy Measure Co., Ltd.\0"
    "Sichuan Changhong Neonet Technologies Co.,Ltd.\0"
    "Centromere Holding B.V.\0"
    "Global Link Distribution Corp.\0"
    "Amp Fit Israel LTD\0"
    "Trezor Company s.r.o.\0"
    "KELLER Druckmesstechnik AG\0"
    "ElitEngineering LLC\0"
    "Vision Group Inc.\0"
    "ClipsClips LLC\0"
    "BRITZ INTERNATIONAL CO.,LTD\0"
    "ThingCo Limited\0"
    "Opal Camera, Inc.\0"
    "TECHNOLOGIES FOR FREERIDE s.r.o\0"
    "FLINTEC UK LIMITED\0"
    "TETNET\0"
    "NINGBO SHARKWARD ELECTRONICS CO.,LTD\0"
    "Audeze LLC\0"
    "NODER Joint Stock Company\0"
    "Schueco International KG\0"
    "GILL INSTRUMENTS LIMITED\0"
    "Seitron Spa\0"
    "Southern Audio Services, Inc\0"
    "SANWA NEWTEC CO.,LTD.\0"
    "Mobile Technology Solutions LLC\0"
    "Vitio Medical S.L.\0"
    "Salyx Medical Inc.\0"
    "Landig + Lava GmbH & Co. KG\0"
    "Health Data Insight C.I.C.\0"
    "BONX INC.\0"
    "LINKEDCHIP TECHNOLOGY INC\0"
    "12mm Health Technology (Hainan) Co., Ltd.\0"
    "MAVERICK ENERGY SOLUTIONS INTERNATIONAL,INC\0"
    "Tactica Defense LLC\0"
    "Huizhou Meicanxin Electronics Technology Co.,Ltd\0"
    "Lodestar Technology Inc.\0"
    "Shenzhen Xinfeiyi Technology Co., Ltd.\0"
    "IYO INC.\0"
    "Mitsubishi Motors Corporation\0"
    "desamisCo.,Ltd.\0"
    "JL WORLD CORPORATION LIMITED\0"
    "Qulinda AB\0"
    "Ningbo Dooya Mechanic & Electronic Technology Co., Ltd\0"
    "G-Vision GmbH\0"
    "Lantern Innovations Incorporated\0"
    "ebm-papst Mulfingen GmbH & Co. KGaA & Co. KG\0"
    "Shenzhen Yunke Intelligent Co.Ltd\0"
    "Fledt & Meiton Marin AB\0"
    "ContiTech Deutschland GmbH\0"
    "Sensoteq Ltd\0"
    "Astute Access Group Limited\0"
    "Silverlake Technologies\0"
    "Shenzhen Guo-link Technology Co.,Ltd.\0"
    "Silicon Vandals PTY LTD\0"
    "Vibe Energy B.V.\0"
    "shanghai fudan electronics group company Co. Ltd\0"
    "Micro Technology Services, Inc.\0"
    "Leapcraft ApS\0"
    "WUXI WEIDA INTELLIGENT ELECTRONICS CO.,LTD.\0"
    "ROBSON SRL\0"
    "Quilt Systems, Inc.\0"
    "HyolimXE Co., Ltd.\0"
    "Kehwin Technologies Co. Ltd.\0"
    "WATTER, Inc.\0"
    "SafeNow GmbH\0"
    "CZV, Inc\0"
    "BIGREDBEE, LLC\0"
    "White Eagle Sonic Technologies, Inc.\0"
    "Navico\0"
    "Ancoe Industry Corporation\0"
    "Roam Devices LLC\0"
    "Skywalk Inc.\0"
    "Biogents AG\0"
    "MODRETRO, INC.\0"
    "iSi Wearable Safety GmbH\0"
    "onanoff limited\0"
    "TECHFLITTER SOLUTIONS PRIVATE LIMITED\0"
    "PIRITIZ LLC\0"
    "FLORLINK, INC.\0"
    "Keycafe Inc.\0"
    "Sperry Labs LLC\0"
    "Senseonics, Incorporated\0"
    "simatec ag\0"
    "CROSS BRAIN CO.,Ltd.\0"
    "Also, Inc.\0"
    "Walter Mueller Inc. for Industrial Electronics\0"
    "SHENZHEN GUANG QI GUO CHUANG TECHNOLOGY CO.,LTD\0"
    "SKYROAM, INC.\0"
    "Polk Audio\0"
    "eQ-3 AG\0"
    "shenzhen Holyiot Technology Co.,Ltd\0"
    "Badass eBikes GmbH\0"
    "Hydro Electronic Devices, Inc.\0"
    "IN Phase International lTD\0"
    "Amon Co.Ltd.\0"
    "Calpeda S.p.A.\0"
    "KT Micro, Inc.\0"
    "Hangzhou Sciener Smart Technology Co., Ltd.\0"
    "Lakecrest Pty Ltd\0"
    "Anacove Inc.\0"
    "Kohler Ventures, Inc.\0"
    "STOREIO TECHNOLOGIES LTD\0"
    "Innogando S.L.\0"
    "A.Y. McDonald Mfg. Co.\0"
    "ROYAL PARTS CO.,LTD\0"
    "JUREN CO., LTD.\0"
    "Biceek Inc\0"
    "SIGNUM INTELLIGENCE LTD\0"
    "MOBI7 TECNOLOGIA EM MOBILIDADE S.A.\0"
    "Valostra Digital Ventures LLP\0"
    "Ethos Group, Inc.\0"
    "Aktiebolaget Ebeco\0"
    "IDX Company, Ltd.\0"
    "Dongguang Huasoo Automation Technology Company Limited\0"
    "SEIKOIST, INC\0"
    "SPX Aids to Navigation Oy\0"
    "Fitnexa Inc\0"
    "DEZINE GROUP LLC\0"
    "Eiritsu Electronics Industry Co., Ltd.\0"
    "Hanshow Technology Co.,Ltd.\0"
    "WePower Technologies LLC\0"
    "IRTrans GmbH\0"
    "Hibino Corporation\0"
    "Seiko Future Creation Inc.\0"
    "DP IOT\0"
    "PALRED RETAIL PRIVATE LIMITED\0"
    "BIA NEUROSCIENCE INC.\0"
    "B.E.G. Brueck Electronic GmbH\0"
    "Nice Spa\0"
    "Avanos Medical, Inc.\0"
    "Ugreen Group Limited\0"
    "spheretek japan\0"
    "Senti Technologies Private Limited\0"
    "Ranch Systems, Inc.\0"
    "Suzhou Fanxi Technology Co., Ltd.\0"
    "Geo Radar AI Private Limited\0"
    "Flitsmeister B.V.\0"
    "The AI Toy Company\0"
    "Capacite\0"
    "Terasite Technologies\0"
    "General Resistance, LLC\0"
    "Avivomed Inc.\0"
    "PLAUD Inc.\0"
    "Hooked Society Oy Ltd\0"
    "StoneDevices\0"
    "Hangzhou Nano IC Technologies Co,. Ltd\0"
    "TQ-Systems GmbH\0"
    "Hapn Holdings, LLC\0"
    "SITERWELL ELECTRONICS CO.,LIMITED\0"
    "Shenzhen Mutual Technology Co., Ltd\0"
    "Cosonic Intelligent Technologies Co., Ltd.\0"
    "Rollease Acmeda, Inc.\0"
    "ATANS TECHNOLOGY INC.\0"
    "Locus Robotics Corp.\0"
    "TaigaIoT\0"
    "Tridentify AB\0"
    "Littlebird Connected Care, Inc.\0"
    "Air Automotive tracking Inc.\0"
    "ISSPRO, INC\0"
    "Shenzhen Jimi loT Co.,Ltd\0"
    "FulScience Automotive Electronics Co., Ltd.\0"
    "Hypershell Co., Ltd\0"
    "ASD Lighting PLC\0"
    "Pharox B.V.\0"
    "Eforthink Technology Co., Ltd.\0"
    "Zirbel Bike GmbH\0"
    "Legato Audio, Inc.\0"
    "Biocorp Production\0"
    "Neurotherapeutics Ltd\0"
    "Wimate Technology Solutions Pvt Ltd\0"
    "NOJA Power\0"
    "Nestlab AS\0"
    "Stark Future SL\0"
    "Auranova LLC\0"
    "Domteknika S.A\0"
    "YDIIT Co., Ltd\0"
    "QRITAGYA LLP\0"
    "Telemacy Ltd\0"
    "LIOTYS\0"
    "Hondata, Inc.\0"
    "SIVA Inotec Limited\0"
    "REMDEVICE S.R.L.\0"
    "NIVELCO PROCESS CONTROL CO.\0"
    "Beijing Hongsi Electronic Technology Co.,Ltd.\0"
    "FOSS Analytical A/S\0"
    "Blahaj Ltd\0"
    "Nextorage Corporation\0"
    "infyni\0"
    "Raspberry Pi\0"
    "Shenzhen Huasheng Jiaye Technology Co., Ltd\0"
    "Namara Water Technologies, Inc\0"
    "Shanghai Holychip Electronic Co., Ltd.\0"
    "Rotarex S.A.\0"
    "VOTRONIC Elektronik-Systeme GmbH\0"
    "EXELIO S.R.L.\0"
    "Yamaha Motor eBike Systems GmbH\0"
    "Ferrari s.p.a.\0"
    "Anhui Ubico Advanced Manufacture Co., Ltd.\0"
    "Mueller-BBM Rail Technologies GmbH\0"
    "Yoto Limited\0"
    "LAUMAS Elettronica S.r.l.\0"
    "BUND MEDIA PTY. LTD.\0"
    "LSC Control Systems Pty Ltd\0"
    "Safety Lighting Research Pty Ltd\0"
    "Hangzhou Sneuro Medical Co., Ltd.\0"
    "UnlimitedIRL LLC\0"
    "CHOZEN International CO., LTD.\0"
    "Sensorworx, Inc.\0"
    "Romcor Pty Ltd\0"
    "NewNet, Inc.\0"
    "CLM-Solutions\0"
    "RSA Security LLC\0"
    "Gravity (Shenzhen)Space Technology Co., Ltd\0"
    "Shenzhen Shuye Technology Co.,Ltd.\0"
    "ArjoHuntleigh AB\0"
    "Fairbanks Scales Inc.\0"
    "YANMAR HOLDINGS CO., LTD.\0"
    "Williams Sound, LLC\0"
    "Zuuka Limited\0"
    "Chip-pump Microelectronics\0"
    "TOMOE VALVE CO.,LTD\0"
    "VCS Vision Control Solutions GmbH\0"
    "Framason Audio S.A\0"
    "Field Line Automation Ltd\0"
    "Shearwater Research Inc.\0"
    "HIGH HIT ENTERPRISE CO., LTD.\0"
    "Algiz AS\0"
    "Shenzhen FHX Precision Hardware & Plastic Co., Ltd.\0"
    "Hotron Co., Ltd.\0"
    "Remoticom B.V.\0"
    "OSKEY\0"
    "GORDON MURRAY GROUP LIMITED\0"
    "Global Electronics\0"
    "Rokstar Holdings Limited\0"
    "STRYDE LIMITED\0"
    "Prosaris Solutions Ltd.\0"
    "TLV Co.,LTD.\0"
    "IZYBAT\0"
    "ALTESSA SOLUTIONS INC.\0"
    "Hong Kong Future lntelligent Technology Co., Limited\0"
    "CenTrak, Inc.\0"
    "TM-TECHNOLOGIES, JSC\0"
    "ALPHADIF\0"
    "Shenzhen Muyu Technology Co., Ltd.\0"
    "augment AI Inc.\0"
    "Digimax Innovative Products LTD.\0"
    "CodaHD LLC\0"
    "E.J. Brooks Company\0"
    "Martin.Care GmbH\0"
    "IMPACT-BZ LTD\0"
    "Belford investment holdings pty ltd\0"
    "Anton Paar ConsumerTec GmbH\0"
    "Knit Sound Company\0"
    "Australis Scientific Pty Ltd.\0"
    "AIR PRODUCTS AND CHEMICALS, INC.\0"
    "SYSTEM LOCO LTD\0"
    "24x8, LLC\0"
    "FUTURE INTELLIGENCE TECHNOLOGY SINGAPORE PTE. LTD.\0"
    "M3SH TECHNOLOGY INC.\0"
    "Matisse Interactif inc.\0"
    "Sesame AI, Inc.\0"
    "DEER MANAGEMENT SYSTEMS, LLC\0"
    "Grayhill Inc.\0"
    "PERUN TECH SP. Z O.O.\0"
    "Tiny Displays Inc.\0"
    "DEWINE Labs GmbH\0"
    "Industrial Computing Limited\0"
    "SkyCell AG\0"
    "NAGANO KEIKI CO., LTD.\0"
    "COSEL ELEKTRONIK OTOMASYON SISTEMLERI SANAYI VE TICARET LIMITED SIRKETI\0"
    "BXB DIGITAL PTY LIMITED\0"
    "Mindspire Limited\0"
    "Personal Products Co., Ltd.\0"
    "CardiaMetrics\0"
    "Aktv8 LLC\0"
    "Knox Associates, Inc.\0"
    "smart-TEC GmbH & Co. KG\0"
    "Selco GmbH\0"
    "MONNIT CORPORATION\0"
    "Tensoli GmbH\0"
    "KIBLE\0"
    "terumo\0"
    "SHIBAURA ELECTRONICS CO., LTD.\0"
    "Shenzhen Hali-Power Industrial Co., Ltd.\0"
    "inContAlert GmbH\0"
    "flexlog GmbH\0"
    "Audio Research Corporation\0"
    "BQT Solutions (NZ) Limited\0"
    "RAPIDISE TECHNOLOGY PRIVATE LIMITED\0"
    "Cebreo Medical A/S\0"
    "Lightnovo ApS\0"
    "Pedigree Technologies, LLC\0"
    "Zhejiang Wanyou Intelligent Technology Co., Ltd.\0"
    "Mallow\0"
    "Sigenergy Technology Co., Ltd.\0"
    "ObjectSpectrum, LLC\0"
    "ATsens Co.,Ltd.\0"
    "CoreHW Semiconductor Oy\0"
    "Raycon Inc.\0"
    "Nokia\0"
    "Intel\0"
    "IBM\0"
    "Toshiba\0"
    "Infineon\0"
    "Texas Instruments\0"
    "Broadcom\0"
    "Atmel\0"
    "NXP\0"
    "STMicroelectronics\0"
    "Bluetooth SIG\0"
    "MediaTek\0"
    "Apple\0"
    "Plantronics\0"
    "Harman\0"
    "Nordic\0"
    "Realtek\0"
    "HP\0"
    "GN Audio\0"
    "Polar\0"
    "Samsung\0"
    "Nike\0"
    "Garmin\0"
    "Bose\0"
    "LG\0"
    "Microchip\0"
    "Dialog\0"
    "Bang & Olufsen\0"
    "Radius Networks\0"
    "Sony\0"
    "Cypress\0"
    "Blue Maestro\0"
    "Huami\0"
    "Estimote\0"
    "Amazon\0"
    "Canon\0"
    "Meta\0"
    "August\0"
    "Logitech\0"
    "Tesla\0"
    "Huawei\0"
    "Victron\0"
    "Espressif\0"
    "Airthings\0"
    "Xiaomi\0"
    "EnOcean\0"
    "Ruuvi\0"
    "Fujifilm\0"
    "Sonos\0"
    "Linux Foundation\0"
    "Tile\0"
    "Sensirion\0"
    "Adafruit\0"
    "Chipolo\0"
    "SwitchBot\0"
    "Combustion\0"
    "Unknown\0"
    "Phone\0"
    "Computer\0"
    "Computer: Desktop Workstation\0"
    "Computer: Server-class Computer\0"
    "Computer: Laptop\0"
    "Computer: Handheld PC/PDA (clamshell)\0"
    "Computer: Palm-size PC/PDA\0"
    "Computer: Wearable computer (watch size)\0"
    "Computer: Tablet\0"
    "Computer: Docking Station\0"
    "Computer: All in One\0"
    "Computer: Blade Server\0"
    "Computer: Convertible\0"
    "Computer: Detachable\0"
    "Computer: IoT Gateway\0"
    "Computer: Mini PC\0"
    "Computer: Stick PC\0"
    "Watch\0"
    "Watch: Sports Watch\0"
    "Watch: Smartwatch\0"
    "Clock\0"
    "Display\0"
    "Remote Control\0"
    "Eye-glasses\0"
    "Tag\0"
    "Keyring\0"
    "Media Player\0"
    "Barcode Scanner\0"
    "Thermometer\0"
    "Thermometer: Ear Thermometer\0"
    "Heart Rate Sensor\0"
    "Heart Rate Sensor: Heart Rate Belt\0"
    "Blood Pressure: Arm Blood Pressure\0"
    "Blood Pressure: Wrist Blood Pressure\0"
    "Human Interface Device: Keyboard\0"
    "Human Interface Device: Mouse\0"
    "Human Interface Device: Joystick\0"
    "Human Interface Device: Gamepad\0"
    "Human Interface Device: Digitizer Tablet\0"
    "Human Interface Device: Card Reader\0"
    "Human Interface Device: Digital Pen\0"
    "Human Interface Device: Barcode Scanner\0"
    "Human Interface Device: Touchpad\0"
    "Human Interface Device: Presentation Remote\0"
    "Glucose Meter\0"
    "Running Walking Sensor\0"
    "Running Walking Sensor: In-Shoe Running Walking Sensor\0"
    "Running Walking Sensor: On-Shoe Running Walking Sensor\0"
    "Running Walking Sensor: On-Hip Running Walking Sensor\0"
    "Cycling\0"
    "Cycling: Cycling Computer\0"
    "Cycling: Speed Sensor\0"
    "Cycling: Cadence Sensor\0"
    "Cycling: Power Sensor\0"
    "Cycling: Speed and Cadence Sensor\0"
    "Control Device\0"
    "Control Device: Switch\0"
    "Control Device: Multi-switch\0"
    "Control Device: Button\0"
    "Control Device: Slider\0"
    "Control Device: Rotary Switch\0"
    "Control Device: Touch Panel\0"
    "Control Device: Single Switch\0"
    "Control Device: Double Switch\0"
    "Control Device: Triple Switch\0"
    "Control Device: Battery Switch\0"
    "Control Device: Energy Harvesting Switch\0"
    "Control Device: Push Button\0"
    "Control Device: Dial\0"
    "Network Device\0"
    "Network Device: Access Point\0"
    "Network Device: Mesh Device\0"
    "Network Device: Mesh Network Proxy\0"
    "Sensor\0"
    "Sensor: Motion Sensor\0"
    "Sensor: Air quality Sensor\0"
    "Sensor: Temperature Sensor\0"
    "Sensor: Humidity Sensor\0"
    "Sensor: Leak Sensor\0"
    "Sensor: Smoke Sensor\0"
    "Sensor: Occupancy Sensor\0"
    "Sensor: Contact Sensor\0"
    "Sensor: Carbon Monoxide Sensor\0"
    "Sensor: Carbon Dioxide Sensor\0"
    "Sensor: Ambient Light Sensor\0"
    "Sensor: Energy Sensor\0"
    "Sensor: Color Light Sensor\0"
    "Sensor: Rain Sensor\0"
    "Sensor: Fire Sensor\0"
    "Sensor: Wind Sensor\0"
    "Sensor: Proximity Sensor\0"
    "Sensor: Multi-Sensor\0"
    "Sensor: Flush Mounted Sensor\0"
    "Sensor: Ceiling Mounted Sensor\0"
    "Sensor: Wall Mounted Sensor\0"
    "Sensor: Multisensor\0"
    "Sensor: Energy Meter\0"
    "Sensor: Flame Detector\0"
    "Sensor: Vehicle Tire Pressure Sensor\0"
    "Light Fixtures\0"
    "Light Fixtures: Wall Light\0"
    "Light Fixtures: Ceiling Light\0"
    "Light Fixtures: Floor Light\0"
    "Light Fixtures: Cabinet Light\0"
    "Light Fixtures: Desk Light\0"
    "Light Fixtures: Troffer Light\0"
    "Light Fixtures: Pendant Light\0"
    "Light Fixtures: In-ground Light\0"
    "Light Fixtures: Flood Light\0"
    "Light Fixtures: Underwater Light\0"
    "Light Fixtures: Bollard with Light\0"
    "Light Fixtures: Pathway Light\0"
    "Light Fixtures: Garden Light\0"
    "Light Fixtures: Pole-top Light\0"
    "Light Fixtures: Spotlight\0"
    "Light Fixtures: Linear Light\0"
    "Light Fixtures: Street Light\0"
    "Light Fixtures: Shelves Light\0"
    "Light Fixtures: Bay Light\0"
    "Light Fixtures: Emergency Exit Light\0"
    "Light Fixtures: Light Controller\0"
    "Light Fixtures: Light Driver\0"
    "Light Fixtures: Bulb\0"
    "Light Fixtures: Low-bay Light\0"
    "Light Fixtures: High-bay Light\0"
    "Fan\0"
    "Fan: Ceiling Fan\0"
    "Fan: Axial Fan\0"
    "Fan: Exhaust Fan\0"
    "Fan: Pedestal Fan\0"
    "Fan: Desk Fan\0"
    "Fan: Wall Fan\0"
    "HVAC\0"
    "HVAC: Thermostat\0"
    "HVAC: Humidifier\0"
    "HVAC: De-humidifier\0"
    "HVAC: Heater\0"
    "HVAC: Radiator\0"
    "HVAC: Boiler\0"
    "HVAC: Heat Pump\0"
    "HVAC: Infrared Heater\0"
    "HVAC: Radiant Panel Heater\0"
    "HVAC: Fan Heater\0"
    "HVAC: Air Curtain\0"
    "Air Conditioning\0"
    "Humidifier\0"
    "Heating\0"
    "Heating: Radiator\0"
    "Heating: Boiler\0"
    "Heating: Heat Pump\0"
    "Heating: Infrared Heater\0"
    "Heating: Radiant Panel Heater\0"
    "Heating: Fan Heater\0"
    "Heating: Air Curtain\0"
    "Access Control\0"
    "Access Control: Access Door\0"
    "Access Control: Garage Door\0"
    "Access Control: Emergency Exit Door\0"
    "Access Control: Access Lock\0"
    "Access Control: Elevator\0"
    "Access Control: Window\0"
    "Access Control: Entrance Gate\0"
    "Access Control: Door Lock\0"
    "Access Control: Locker\0"
    "Motorized Device\0"
    "Motorized Device: Motorized Gate\0"
    "Motorized Device: Awning\0"
    "Motorized Device: Blinds or Shades\0"
    "Motorized Device: Curtains\0"
    "Motorized Device: Screen\0"
    "Power Device\0"
    "Power Device: Power Outlet\0"
    "Power Device: Power Strip\0"
    "Power Device: Plug\0"
    "Power Device: Power Supply\0"
    "Power Device: LED Driver\0"
    "Power Device: Fluorescent Lamp Gear\0"
    "Power Device: HID Lamp Gear\0"
    "Power Device: Charge Case\0"
    "Power Device: Power Bank\0"
    "Light Source\0"
    "Light Source: Incandescent Light Bulb\0"
    "Light Source: LED Lamp\0"
    "Light Source: HID Lamp\0"
    "Light Source: Fluorescent Lamp\0"
    "Light Source: LED Array\0"
    "Light Source: Multi-Color LED Array\0"
    "Light Source: Low voltage halogen\0"
    "Light Source: Organic light emitting diode (OLED)\0"
    "Window Covering\0"
    "Window Covering: Window Shades\0"
    "Window Covering: Window Blinds\0"
    "Window Covering: Window Awning\0"
    "Window Covering: Window Curtain\0"
    "Window Covering: Exterior Shutter\0"
    "Window Covering: Exterior Screen\0"
    "Audio Sink\0"
    "Audio Sink: Standalone Speaker\0"
    "Audio Sink: Soundbar\0"
    "Audio Sink: Bookshelf Speaker\0"
    "Audio Sink: Standmounted Speaker\0"
    "Audio Sink: Speakerphone\0"
    "Audio Source\0"
    "Audio Source: Microphone\0"
    "Audio Source: Alarm\0"
    "Audio Source: Bell\0"
    "Audio Source: Horn\0"
    "Audio Source: Broadcasting Device\0"
    "Audio Source: Service Desk\0"
    "Audio Source: Kiosk\0"
    "Audio Source: Broadcasting Room\0"
    "Audio Source: Auditorium\0"
    "Motorized Vehicle\0"
    "Motorized Vehicle: Car\0"
    "Motorized Vehicle: Large Goods Vehicle\0"
    "Motorized Vehicle: 2-Wheeled Vehicle\0"
    "Motorized Vehicle: Motorbike\0"
    "Motorized Vehicle: Scooter\0"
    "Motorized Vehicle: Moped\0"
    "Motorized Vehicle: 3-Wheeled Vehicle\0"
    "Motorized Vehicle: Light Vehicle\0"
    "Motorized Vehicle: Quad Bike\0"
    "Motorized Vehicle: Minibus\0"
    "Motorized Vehicle: Bus\0"
    "Motorized Vehicle: Trolley\0"
    "Motorized Vehicle: Agricultural Vehicle\0"
    "Motorized Vehicle: Camper / Caravan\0"
    "Motorized Vehicle: Recreational Vehicle / Motor Home\0"
    "Domestic Appliance\0"
    "Domestic Appliance: Refrigerator\0"
    "Domestic Appliance: Freezer\0"
    "Domestic Appliance: Oven\0"
    "Domestic Appliance: Microwave\0"
    "Domestic Appliance: Toaster\0"
    "Domestic Appliance: Washing Machine\0"
    "Domestic Appliance: Dryer\0"
    "Domestic Appliance: Coffee maker\0"
    "Domestic Appliance: Clothes iron\0"
    "Domestic Appliance: Curling iron\0"
    "Domestic Appliance: Hair dryer\0"
    "Domestic Appliance: Vacuum cleaner\0"
    "Domestic Appliance: Robotic vacuum cleaner\0"
    "Domestic Appliance: Rice cooker\0"
    "Domestic Appliance: Clothes steamer\0"
    "Wearable Audio Device\0"
    "Wearable Audio Device: Earbud\0"
    "Wearable Audio Device: Headset\0"
    "Wearable Audio Device: Headphones\0"
    "Wearable Audio Device: Neck Band\0"
    "Wearable Audio Device: Left Earbud\0"
    "Wearable Audio Device: Right Earbud\0"
    "Aircraft\0"
    "Aircraft: Light Aircraft\0"
    "Aircraft: Microlight\0"
    "Aircraft: Paraglider\0"
    "Aircraft: Large Passenger Aircraft\0"
    "AV Equipment\0"
    "AV Equipment: Amplifier\0"
    "AV Equipment: Receiver\0"
    "AV Equipment: Radio\0"
    "AV Equipment: Tuner\0"
    "AV Equipment: Turntable\0"
    "AV Equipment: CD Player\0"
    "AV Equipment: DVD Player\0"
    "AV Equipment: Bluray Player\0"
    "AV Equipment: Optical Disc Player\0"
    "AV Equipment: Set-Top Box\0"
    "Display Equipment\0"
    "Display Equipment: Television\0"
    "Display Equipment: Monitor\0"
    "Display Equipment: Projector\0"
    "Hearing aid\0"
    "Hearing aid: In-ear hearing aid\0"
    "Hearing aid: Behind-ear hearing aid\0"
    "Hearing aid: Cochlear Implant\0"
    "Gaming\0"
    "Gaming: Home Video Game Console\0"
    "Gaming: Portable handheld console\0"
    "Signage\0"
    "Signage: Digital Signage\0"
    "Signage: Electronic Label\0"
    "Pulse Oximeter: Fingertip Pulse Oximeter\0"
    "Pulse Oximeter: Wrist Worn Pulse Oximeter\0"
    "Personal Mobility Device\0"
    "Personal Mobility Device: Powered Wheelchair\0"
    "Personal Mobility Device: Mobility Scooter\0"
    "Continuous Glucose Monitor\0"
    "Insulin Pump\0"
    "Insulin Pump: Insulin Pump, durable pump\0"
    "Insulin Pump: Insulin Pump, patch pump\0"
    "Insulin Pump: Insulin Pen\0"
    "Medication Delivery\0"
    "Spirometer\0"
    "Spirometer: Handheld Spirometer\0"
    "Outdoor Sports Activity\0"
    "Outdoor Sports Activity: Location Display\0"
    "Outdoor Sports Activity: Location and Navigation Display\0"
    "Outdoor Sports Activity: Location Pod\0"
    "Outdoor Sports Activity: Location and Navigation Pod\0"
    "Industrial Measurement Device: Torque Testing Device\0"
    "Industrial Measurement Device: Caliper\0"
    "Industrial Measurement Device: Dial Indicator\0"
    "Industrial Measurement Device: Micrometer\0"
    "Industrial Measurement Device: Height Gauge\0"
    "Industrial Measurement Device: Force Gauge\0"
    "Industrial Tools\0"
    "Industrial Tools: Machine Tool Holder\0"
    "Industrial Tools: Generic Clamping Device\0"
    "Industrial Tools: Clamping Jaws/Jaw Chuck\0"
    "Industrial Tools: Clamping (Collet) Chuck\0"
    "Industrial Tools: Clamping Mandrel\0"
    "Industrial Tools: Vise\0"
    "Industrial Tools: Zero-Point Clamping System\0"
    "Industrial Tools: Torque Wrench\0"
    "Industrial Tools: Torque Screwdriver\0"
    "Cookware Device\0"
    "Cookware Device: Pot and Jugs\0"
    "Cookware Device: Pressure Cooker\0"
    "Cookware Device: Slow Cooker\0"
    "Cookware Device: Steam Cooker\0"
    "Cookware Device: Saucepan\0"
    "Cookware Device: Frying Pan\0"
    "Cookware Device: Casserole\0"
    "Cookware Device: Dutch Oven\0"
    "Cookware Device: Grill Pan/Raclette Grill/Griddle Pan\0"
    "Cookware Device: Braising Pan\0"
    "Cookware Device: Wok Pan\0"
    "Cookware Device: Paella Pan\0"
    "Cookware Device: Crepe Pan\0"
    "Cookware Device: Tagine\0"
    "Cookware Device: Fondue\0"
    "Cookware Device: Lid\0"
    "Cookware Device: Wired Probe\0"
    "Cookware Device: Wireless Probe\0"
    "Cookware Device: Baking Molds\0"
    "Cookware Device: Baking Tray\0"
    "Flags\0"
    "Incomplete List of 16-bit Service or Service Class UUIDs\0"
    "Complete List of 16-bit Service or Service Class UUIDs\0"
    "Incomplete List of 32-bit Service or Service Class UUIDs\0"
    "Complete List of 32-bit Service or Service Class UUIDs\0"
    "Incomplete List of 128-bit Service or Service Class UUIDs\0"
    "Complete List of 128-bit Service or Service Class UUIDs\0"
    "Shortened Local Name\0"
    "Complete Local Name\0"
    "Class of Device\0"
    "Simple Pairing Hash C-192\0"
    "Simple Pairing Randomizer R-192\0"
    "Security Manager TK Value\0"
    "Security Manager Out of Band Flags\0"
    "Peripheral Connection Interval Range\0"
    "List of 16-bit Service Solicitation UUIDs\0"
    "List of 128-bit Service Solicitation UUIDs\0"
    "Service Data - 16-bit UUID\0"
    "Public Target Address\0"
    "Random Target Address\0"
    "Advertising Interval\0"
    "LE Bluetooth Device Address\0"
    "LE Role\0"
    "Simple Pairing Hash C-256\0"
    "Simple Pairing Randomizer R-256\0"
    "List of 32-bit Service Solicitation UUIDs\0"
    "Service Data - 32-bit UUID\0"
    "Service Data - 128-bit UUID\0"
    "LE Secure Connections Confirmation Value\0"
    "LE Secure Connections Random Value\0"
    "Transport Discovery Data\0"
    "LE Supported Features\0"
    "Channel Map Update Indication\0"
    "PB-ADV\0"
    "Mesh Message\0"
    "Mesh Beacon\0"
    "BIGInfo\0"
    "Broadcast_Code\0"
    "Resolvable Set Identifier\0"
    "Advertising Interval - long\0"
    "Broadcast_Name\0"
    "Encrypted Advertising Data\0"
    "Periodic Advertising Response Timing Information\0"
    "3D Information Data\0"
    "Manufacturer Specific Data\0"
    "aaa:\0"
    "aaas:\0"
    "about:\0"
    "acap:\0"
    "acct:\0"
    "cap:\0"
    "cid:\0"
    "coap:\0"
    "coaps:\0"
    "crid:\0"
    "data:\0"
    "dav:\0"
    "dict:\0"
    "dns:\0"
    "file:\0"
    "ftp:\0"
    "geo:\0"
    "go:\0"
    "gopher:\0"
    "h323:\0"
    "http:\0"
    "https:\0"
    "iax:\0"
    "icap:\0"
    "im:\0"
    "imap:\0"
    "info:\0"
    "ipp:\0"
    "ipps:\0"
    "iris:\0"
    "iris.beep:\0"
    "iris.xpc:\0"
    "iris.xpcs:\0"
    "iris.lwz:\0"
    "jabber:\0"
    "ldap:\0"
    "mailto:\0"
    "mid:\0"
    "msrp:\0"
    "msrps:\0"
    "mtqp:\0"
    "mupdate:\0"
    "news:\0"
    "nfs:\0"
    "ni:\0"
    "nih:\0"
    "nntp:\0"
    "opaquelocktoken:\0"
    "pop:\0"
    "pres:\0"
    "reload:\0"
    "rtsp:\0"
    "rtsps:\0"
    "rtspu:\0"
    "service:\0"
    "session:\0"
    "shttp:\0"
    "sieve:\0"
    "sip:\0"
    "sips:\0"
    "sms:\0"
    "snmp:\0"
    "soap.beep:\0"
    "soap.beeps:\0"
    "stun:\0"
    "stuns:\0"
    "tag:\0"
    "tel:\0"
    "telnet:\0"
    "tftp:\0"
    "thismessage:\0"
    "tn3270:\0"
    "tip:\0"
    "turn:\0"
    "turns:\0"
    "tv:\0"
    "urn:\0"
    "vemmi:\0"
    "ws:\0"
    "wss:\0"
    "xcon:\0"
    "xcon-userid:\0"
    "xmlrpc.beep:\0"
    "xmlrpc.beeps:\0"
    "xmpp:\0"
    "z39.50r:\0"
    "z39.50s:\0"
    "acr:\0"
    "adiumxtra:\0"
    "afp:\0"
    "afs:\0"
    "aim:\0"
    "apt:\0"
    "attachment:\0"
    "aw:\0"
    "barion:\0"
    "beshare:\0"
    "bitcoin:\0"
    "bolo:\0"
    "callto:\0"
    "chrome:\0"
    "chrome-extension:\0"
    "com-eventbrite-attendee:\0"
    "content:\0"
    "cvs:\0"
    "dlna-playsingle:\0"
    "dlna-playcontainer:\0"
    "dtn:\0"
    "dvb:\0"
    "ed2k:\0"
    "facetime:\0"
    "feed:\0"
    "feedready:\0"
    "finger:\0"
    "fish:\0"
    "gg:\0"
    "git:\0"
    "gizmoproject:\0"
    "gtalk:\0"
    "ham:\0"
    "hcp:\0"
    "icon:\0"
    "ipn:\0"
    "irc:\0"
    "irc6:\0"
    "ircs:\0"
    "itms:\0"
    "jar:\0"
    "jms:\0"
    "keyparc:\0"
    "lastfm:\0"
    "ldaps:\0"
    "magnet:\0"
    "maps:\0"
    "market:\0"
    "message:\0"
    "mms:\0"
    "ms-help:\0"
    "ms-settings-power:\0"
    "msnim:\0"
    "mumble:\0"
    "mvn:\0"
    "notes:\0"
    "oid:\0"
    "palm:\0"
    "paparazzi:\0"
    "pkcs11:\0"
    "platform:\0"
    "proxy:\0"
    "psyc:\0"
    "query:\0"
    "res:\0"
    "resource:\0"
    "rmi:\0"
    "rsync:\0"
    "rtmfp:\0"
    "rtmp:\0"
    "secondlife:\0"
    "sftp:\0"
    "sgn:\0"
    "skype:\0"
    "smb:\0"
    "smtp:\0"
    "soldat:\0"
    "spotify:\0"
    "ssh:\0"
    "steam:\0"
    "submit:\0"
    "svn:\0"
    "teamspeak:\0"
    "teliaeid:\0"
    "things:\0"
    "udp:\0"
    "unreal:\0"
    "ut2004:\0"
    "ventrilo:\0"
    "view-source:\0"
    "webcal:\0"
    "wtai:\0"
    "wyciwyg:\0"
    "xfire:\0"
    "xri:\0"
    "ymsgr:\0"
    "example:\0"
    "ms-settings-cloudstorage:\0";
const struct assigned_number acc_assigned_numbers[] = {
    {0x1800, 0},
    {0x1801, 15},
    {0x1802, 33},
    {0x1803, 49},
    {0x1804, 59},
    {0x1805, 68},
    {0x1806, 81},
    {0x1807, 103},
    {0x1808, 119},
    {0x1809, 127},
    {0x180A, 146},
    {0x180D, 165},
    {0x180E, 176},
    {0x180F, 195},
    {0x1810, 203},
    {0x1811, 218},
    {0x1812, 237},
    {0x1813, 260},
    {0x1814, 276},
    {0x1815, 302},
    {0x1816, 316},
    {0x1818, 342},
    {0x1819, 356},
    {0x181A, 380},
    {0x181B, 402},
    {0x181C, 419},
    {0x181D, 429},
    {0x181E, 442},
    {0x181F, 458},
    {0x1820, 488},
    {0x1821, 514},
    {0x1822, 533},
    {0x1823, 548},
    {0x1824, 559},
    {0x1825, 579},
    {0x1826, 595},
    {0x1827, 611},
    {0x1828, 629},
    {0x1829, 640},
    {0x183A, 667},
    {0x183B, 684},
    {0x183C, 698},
    {0x183D, 722},
    {0x183E, 744},
    {0x183F, 770},
    {0x1840, 783},
    {0x1843, 805},
    {0x1844, 825},
    {0x1845, 840},
    {0x1846, 862},
    {0x1847, 893},
    {0x1848, 905},
    {0x1849, 919},
    {0x184A, 941},
    {0x184B, 965},
    {0x184C, 982},
    {0x184D, 1007},
    {0x184E, 1026},
    {0x184F, 1047},
    {0x1850, 1068},
    {0x1851, 1097},
    {0x1852, 1122},
    {0x1853, 1151},
    {0x1854, 1164},
    {0x1855, 1179},
    {0x1856, 1205},
    {0x1857, 1235},
    {0x1858, 1258},
    {0x1859, 1271},
    {0x185A, 1295},
    {0x185B, 1325},
    {0x185C, 1333},
    {0x185D, 1341},
    {0x185E, 1350},
    {0x185F, 1366},
    {0x2800, 1390},
    {0x2801, 1406},
    {0x2802, 1424},
    {0x2803, 1432},
    {0x2900, 1447},
    {0x2901, 1482},
    {0x2902, 1514},
    {0x2903, 1550},
    {0x2904, 1586},
    {0x2905, 1621},
    {0x2906, 1653},
    {0x2907, 1665},
    {0x2908, 1691},
    {0x2909, 1708},
    {0x290A, 1727},
    {0x290B, 1749},
    {0x290C, 1785},
    {0x290D, 1819},
    {0x290E, 1857},
    {0x290F, 1878},
    {0x2910, 1915},
    {0x2911, 1936},
    {0x2912, 1961},
    {0x2913, 1985},
    {0x2914, 2005},
    {0x2915, 2024},
    {0x2916, 2044},
    {0x2917, 2064},
    {0x2A00, 2088},
    {0x2A01, 2100},
    {0x2A02, 2111},
    {0x2A03, 2135},
    {0x2A04, 2156},
    {0x2A05, 2199},
    {0x2A06, 2215},
    {0x2A07, 2227},
    {0x2A08, 2242},
    {0x2A09, 2252},
    {0x2A0A, 2264},
    {0x2A0C, 2278},
    {0x2A0D, 2293},
    {0x2A0E, 2304},
    {0x2A0F, 2314},
    {0x2A11, 2337},
    {0x2A12, 2351},
    {0x2A13, 2365},
    {0x2A14, 2377},
    {0x2A16, 2404},
    {0x2A17, 2430},
    {0x2A18, 2448},
    {0x2A19, 2468},
    {0x2A1C, 2482},
    {0x2A1D, 2506},
    {0x2A1E, 2523},
    {0x2A21, 2548},
    {0x2A22, 2569},
    {0x2A23, 2596},
    {0x2A24, 2606},
    {0x2A25, 2626},
    {0x2A26, 2647},
    {0x2A27, 2672},
    {0x2A28, 2697},
    {0x2A29, 2722},
    {0x2A2A, 2747},
    {0x2A2B, 68},
    {0x2A2C, 2799},
    {0x2A31, 2820},
    {0x2A32, 2833},
    {0x2A33, 2861},
    {0x2A34, 2885},
    {0x2A35, 2913},
    {0x2A36, 2940},
    {0x2A37, 2967},
    {0x2A38, 2990},
    {0x2A39, 3011},
    {0x2A3F, 3036},
    {0x2A40, 3049},
    {0x2A41, 3070},
    {0x2A42, 3085},
    {0x2A43, 3112},
    {0x2A44, 3130},
    {0x2A45, 3163},
    {0x2A46, 3183},
    {0x2A47, 3193},
    {0x2A48, 3222},
    {0x2A49, 3254},
    {0x2A4A, 3277},
    {0x2A4B, 3293},
    {0x2A4C, 3304},
    {0x2A4D, 3322},
    {0x2A4E, 3329},
    {0x2A4F, 3343},
    {0x2A50, 3364},
    {0x2A51, 3371},
    {0x2A52, 3387},
    {0x2A53, 3415},
    {0x2A54, 3431},
    {0x2A55, 3443},
    {0x2A56, 3460},
    {0x2A58, 3468},
    {0x2A5A, 3475},
    {0x2A5B, 3485},
    {0x2A5C, 3501},
    {0x2A5D, 3513},
    {0x2A5E, 3529},
    {0x2A5F, 3556},
    {0x2A60, 3583},
    {0x2A63, 3596},
    {0x2A64, 3622},
    {0x2A65, 3643},
    {0x2A66, 3665},
    {0x2A67, 3693},
    {0x2A68, 3712},
    {0x2A69, 3723},
    {0x2A6A, 3740},
    {0x2A6B, 3751},
    {0x2A6C, 3768},
    {0x2A6D, 3778},
    {0x2A6E, 3787},
    {0x2A6F, 3799},
    {0x2A70, 3808},
    {0x2A71, 3824},
    {0x2A72, 3844},
    {0x2A73, 3864},
    {0x2A74, 3888},
    {0x2A75, 3900},
    {0x2A76, 3921},
    {0x2A77, 3930},
    {0x2A78, 3941},
    {0x2A79, 3950},
    {0x2A7A, 3961},
    {0x2A7B, 3972},
    {0x2A7D, 3982},
    {0x2A7E, 4007},
    {0x2A7F, 4038},
    {0x2A80, 4056},
    {0x2A81, 4060},
    {0x2A82, 4093},
    {0x2A83, 4126},
    {0x2A84, 4146},
    {0x2A85, 4177},
    {0x2A86, 4191},
    {0x2A87, 4220},
    {0x2A88, 4234},
    {0x2A89, 4266},
    {0x2A8A, 4298},
    {0x2A8B, 4309},
    {0x2A8C, 4337},
    {0x2A8D, 4344},
    {0x2A8E, 4359},
    {0x2A8F, 4366},
    {0x2A90, 4384},
    {0x2A91, 4394},
    {0x2A92, 4425},
    {0x2A93, 4444},
    {0x2A94, 4492},
    {0x2A95, 4521},
    {0x2A96, 4548},
    {0x2A97, 4556},
    {0x2A98, 4576},
    {0x2A99, 4583},
    {0x2A9A, 4609},
    {0x2A9B, 4620},
    {0x2A9C, 4645},
    {0x2A9D, 4674},
    {0x2A9E, 4693},
    {0x2A9F, 4714},
    {0x2AA0, 4733},
    {0x2AA1, 4760},
    {0x2AA2, 4787},
    {0x2AA3, 4796},
    {0x2AA4, 4822},
    {0x2AA5, 4852},
    {0x2AA6, 4876},
    {0x2AA7, 4903},
    {0x2AA8, 4919},
    {0x2AA9, 4931},
    {0x2AAA, 4942},
    {0x2AAB, 4965},
    {0x2AAC, 4986},
    {0x2AAD, 5017},
    {0x2AAE, 5050},
    {0x2AAF, 5059},
    {0x2AB0, 5069},
    {0x2AB1, 5092},
    {0x2AB2, 5114},
    {0x2AB3, 5127},
    {0x2AB4, 5136},
    {0x2AB5, 5148},
    {0x2AB6, 5162},
    {0x2AB7, 5166},
    {0x2AB8, 5179},
    {0x2AB9, 5196},
    {0x2ABA, 5213},
    {0x2ABB, 5232},
    {0x2ABC, 5247},
    {0x2ABD, 5265},
    {0x2ABE, 5277},
    {0x2ABF, 5289},
    {0x2AC0, 5301},
    {0x2AC1, 5313},
    {0x2AC2, 5334},
    {0x2AC3, 5355},
    {0x2AC4, 5365},
    {0x2AC5, 5383},
    {0x2AC6, 5411},
    {0x2AC7, 5437},
    {0x2AC8, 5456},
    {0x2AC9, 5471},
    {0x2ACC, 5503},
    {0x2ACD, 5527},
    {0x2ACE, 5542},
    {0x2ACF, 5561},
    {0x2AD0, 5579},
    {0x2AD1, 5598},
    {0x2AD2, 5609},
    {0x2AD3, 5626},
    {0x2AD4, 5642},
    {0x2AD5, 5664},
    {0x2AD6, 5692},
    {0x2AD7, 5725},
    {0x2AD8, 5752},
    {0x2AD9, 5774},
    {0x2ADA, 5804},
    {0x2ADB, 5827},
    {0x2ADC, 5853},
    {0x2ADD, 5880},
    {0x2ADE, 5899},
    {0x2AE0, 5919},
    {0x2AE1, 5935},
    {0x2AE2, 5951},
    {0x2AE3, 5959},
    {0x2AE4, 5993},
    {0x2AE5, 6018},
    {0x2AE6, 6053},
    {0x2AE7, 6076},
    {0x2AE8, 6112},
    {0x2AE9, 6124},
    {0x2AEA, 6153},
    {0x2AEB, 6162},
    {0x2AEC, 6171},
    {0x2AED, 6184},
    {0x2AEE, 6193},
    {0x2AEF, 6210},
    {0x2AF0, 6233},
    {0x2AF1, 6264},
    {0x2AF2, 6292},
    {0x2AF3, 6299},
    {0x2AF4, 6325},
    {0x2AF5, 6342},
    {0x2AF6, 6358},
    {0x2AF7, 6374},
    {0x2AF8, 6390},
    {0x2AF9, 6405},
    {0x2AFA, 6419},
    {0x2AFB, 6444},
    {0x2AFC, 6456},
    {0x2AFD, 6474},
    {0x2AFE, 6490},
    {0x2AFF, 6508},
    {0x2B00, 6522},
    {0x2B01, 6542},
    {0x2B02, 6561},
    {0x2B03, 6571},
    {0x2B04, 6591},
    {0x2B05, 6604},
    {0x2B06, 6610},
    {0x2B07, 6630},
    {0x2B08, 6666},
    {0x2B09, 6708},
    {0x2B0A, 6742},
    {0x2B0B, 6781},
    {0x2B0C, 6815},
    {0x2B0D, 6853},
    {0x2B0E, 6867},
    {0x2B0F, 6900},
    {0x2B10, 6925},
    {0x2B11, 6943},
    {0x2B12, 6966},
    {0x2B13, 6982},
    {0x2B14, 7001},
    {0x2B15, 7014},
    {0x2B16, 7034},
    {0x2B17, 7049},
    {0x2B18, 7063},
    {0x2B19, 7071},
    {0x2B1A, 7093},
    {0x2B1B, 7112},
    {0x2B1C, 7124},
    {0x2B1D, 7148},
    {0x2B1E, 7159},
    {0x2B1F, 7171},
    {0x2B20, 7212},
    {0x2B21, 7231},
    {0x2B22, 7242},
    {0x2B23, 7266},
    {0x2B24, 7279},
    {0x2B25, 7311},
    {0x2B26, 7337},
    {0x2B27, 7354},
    {0x2B28, 7386},
    {0x2B29, 7403},
    {0x2B2A, 7429},
    {0x2B2B, 7443},
    {0x2B2C, 7461},
    {0x2B2D, 7474},
    {0x2B2E, 7487},
    {0x2B2F, 7502},
    {0x2B30, 7513},
    {0x2B31, 7525},
    {0x2B32, 7545},
    {0x2B33, 7567},
    {0x2B34, 7585},
    {0x2B35, 7621},
    {0x2B36, 7657},
    {0x2B37, 7679},
    {0x2B38, 7695},
    {0x2B39, 7716},
    {0x2B3A, 7735},
    {0x2B3B, 7761},
    {0x2B3C, 7796},
    {0x2B3D, 7832},
    {0x2B3E, 7862},
    {0x2B3F, 7908},
    {0x2B40, 7948},
    {0x2B41, 7983},
    {0x2B42, 8017},
    {0x2B43, 8045},
    {0x2B44, 8085},
    {0x2B45, 8119},
    {0x2B46, 8156},
    {0x2B47, 8172},
    {0x2B48, 8195},
    {0x2B49, 8207},
    {0x2B4A, 8221},
    {0x2B4B, 8232},
    {0x2B4C, 8256},
    {0x2B4D, 8284},
    {0x2B4E, 8318},
    {0x2B4F, 8332},
    {0x2B50, 8364},
    {0x2B51, 8379},
    {0x2B77, 8389},
    {0x2B78, 8407},
    {0x2B79, 8431},
    {0x2B7A, 8448},
    {0x2B7B, 8467},
    {0x2B7C, 8493},
    {0x2B7D, 8517},
    {0x2B7E, 8530},
    {0x2B7F, 8551},
    {0x2B80, 8564},
    {0x2B81, 8584},
    {0x2B82, 8599},
    {0x2B83, 8627},
    {0x2B84, 8652},
    {0x2B85, 8679},
    {0x2B86, 8700},
    {0x2B87, 8716},
    {0x2B88, 8732},
    {0x2B89, 8760},
    {0x2B8A, 8779},
    {0x2B8B, 8794},
    {0x2B8C, 8819},
    {0x2B8D, 8837},
    {0x2B8E, 8857},
    {0x2B8F, 8877},
    {0x2B90, 893},
    {0x2B91, 8900},
    {0x2B92, 8926},
    {0x2B93, 8947},
    {0x2B94, 8965},
    {0x2B95, 8993},
    {0x2B96, 9015},
    {0x2B97, 9029},
    {0x2B98, 9041},
    {0x2B99, 9056},
    {0x2B9A, 9071},
    {0x2B9B, 9086},
    {0x2B9C, 9100},
    {0x2B9D, 9133},
    {0x2B9E, 9157},
    {0x2B9F, 9178},
    {0x2BA0, 9201},
    {0x2BA1, 9225},
    {0x2BA2, 9239},
    {0x2BA3, 9264},
    {0x2BA4, 9276},
    {0x2BA5, 9296},
    {0x2BA6, 9334},
    {0x2BA7, 9359},
    {0x2BA8, 9380},
    {0x2BAD, 9390},
    {0x2BAE, 9421},
    {0x2BAF, 9472},
    {0x2BB0, 9531},
    {0x2BB1, 9585},
    {0x2BB2, 9630},
    {0x2BB3, 9670},
    {0x2BB4, 9691},
    {0x2BB5, 9702},
    {0x2BB6, 9720},
    {0x2BB7, 9754},
    {0x2BB8, 9777},
    {0x2BB9, 9819},
    {0x2BBA, 9845},
    {0x2BBB, 9864},
    {0x2BBC, 9877},
    {0x2BBD, 9909},
    {0x2BBE, 9920},
    {0x2BBF, 9939},
    {0x2BC0, 9975},
    {0x2BC1, 9994},
    {0x2BC2, 10008},
    {0x2BC3, 10027},
    {0x2BC4, 10032},
    {0x2BC5, 10041},
    {0x2BC6, 10052},
    {0x2BC7, 10070},
    {0x2BC8, 10105},
    {0x2BC9, 10129},
    {0x2BCA, 10138},
    {0x2BCB, 10159},
    {0x2BCC, 10170},
    {0x2BCD, 10193},
    {0x2BCE, 10218},
    {0x2BCF, 10243},
    {0x2BD0, 10265},
    {0x2BD1, 10295},
    {0x2BD2, 10317},
    {0x2BD3, 10348},
    {0x2BD4, 10401},
    {0x2BD5, 10421},
    {0x2BD6, 10460},
    {0x2BD7, 10501},
    {0x2BD8, 10541},
    {0x2BD9, 10570},
    {0x2BDA, 10604},
    {0x2BDB, 10625},
    {0x2BDC, 10658},
    {0x2BDD, 10678},
    {0x2BDE, 10705},
    {0x2BDF, 10721},
    {0x2BE0, 10738},
    {0x2BE1, 10751},
    {0x2BE2, 10770},
    {0x2BE3, 10783},
    {0x2BE4, 10801},
    {0x2BE5, 10807},
    {0x2BE6, 10864},
    {0x2BE7, 10879},
    {0x2BE8, 10897},
    {0x2BE9, 10915},
    {0x2BEA, 10939},
    {0x2BEB, 10961},
    {0x2BEC, 10988},
    {0x2BED, 11008},
    {0x2BEE, 11029},
    {0x2BEF, 11049},
    {0x2BF0, 11072},
    {0x2BF1, 11094},
    {0x2BF2, 770},
    {0x2BF3, 11123},
    {0x2BF4, 11146},
    {0x2BF5, 11164},
    {0x2BF6, 11188},
    {0x2BF7, 11200},
    {0x2BF8, 11221},
    {0x2BF9, 11247},
    {0x2BFA, 11273},
    {0x2BFB, 11297},
    {0x2BFC, 11319},
    {0x2BFD, 11342},
    {0x2BFE, 11362},
    {0x2BFF, 11380},
    {0x2C00, 11404},
    {0x2C01, 11414},
    {0x2C02, 11427},
    {0x2C03, 11440},
    {0x2C04, 11453},
    {0x2C05, 11466},
    {0x2C06, 11485},
    {0x2C07, 11498},
    {0x2C08, 11504},
    {0x2C09, 11520},
    {0x2C0A, 11537},
    {0x2C0B, 11544},
    {0x2C0C, 11551},
    {0x2C0D, 11562},
    {0x2C0E, 11592},
    {0x2C0F, 11607},
    {0x2C10, 11623},
    {0x2C11, 11639},
    {0x2C12, 11658},
    {0x2C13, 11670},
    {0x2C14, 11690},
    {0x2C15, 11703},
    {0x2C16, 11726},
    {0x2C17, 11749},
    {0x2C18, 11767},
    {0x2C19, 11786},
    {0x2C1A, 11811},
    {0x2C1B, 11832},
    {0x2C1C, 11843},
    {0x2C1D, 11858},
    {0x2C1E, 11876},
    {0x2C1F, 11902},
    {0x2C20, 11932},
    {0x2C21, 11951},
    {0x2C22, 11971},
    {0x2C23, 11988},
    {0x2C24, 12007},
    {0x2C25, 12029},
    {0x2C26, 12050},
    {0x2C27, 12065},
    {0x2C28, 12083},
    {0x2C29, 12103},
    {0x2C2A, 12129},
    {0x2C2B, 12169},
    {0x2C2C, 12208},
    {0x2C2D, 12229},
    {0x2C2E, 12255},
    {0x2C2F, 12275},
    {0x2C30, 12304},
    {0x2C31, 12330},
    {0x2C32, 12351},
    {0x2C33, 12372},
    {0x2C34, 12410},
    {0x2C35, 12429},
    {0x2C36, 12459},
    {0x2C37, 12488},
    {0x2C38, 12524},
    {0x0000, 12559},
    {0x0001, 12571},
    {0x0002, 12591},
    {0x0003, 12603},
    {0x0004, 12613},
    {0x0005, 12627},
    {0x0006, 12632},
    {0x0007, 12642},
    {0x0008, 12649},
    {0x0009, 12658},
    {0x000A, 12683},
    {0x000B, 12732},
    {0x000C, 12745},
    {0x000D, 12760},
    {0x000E, 12783},
    {0x000F, 12809},
    {0x0010, 12830},
    {0x0011, 12850},
    {0x0012, 12864},
    {0x0013, 12876},
    {0x0014, 12894},
    {0x0015, 12926},
    {0x0016, 12934},
    {0x0017, 12953},
    {0x0018, 12962},
    {0x0019, 12979},
    {0x001A, 13009},
    {0x001B, 13024},
    {0x001C, 13050},
    {0x001D, 13072},
    {0x001E, 13081},
    {0x001F, 13090},
    {0x0020, 13101},
    {0x0021, 13117},
    {0x0022, 13130},
    {0x0023, 13146},
    {0x0024, 13176},
    {0x0025, 13184},
    {0x0026, 13193},
    {0x0027, 13208},
    {0x0028, 13223},
    {0x0029, 13241},
    {0x002A, 13253},
    {0x002B, 13279},
    {0x002C, 13287},
    {0x002D, 13319},
    {0x002E, 13337},
    {0x002F, 13353},
    {0x0030, 13376},
    {0x0031, 13396},
    {0x0032, 13411},
    {0x0033, 13438},
    {0x0034, 13449},
    {0x0035, 13495},
    {0x0036, 13520},
    {0x0037, 13552},
    {0x0038, 13573},
    {0x0039, 13595},
    {0x003A, 13628},
    {0x003B, 13659},
    {0x003C, 13678},
    {0x003D, 13697},
    {0x003E, 13713},
    {0x003F, 13736},
    {0x0040, 13755},
    {0x0041, 13779},
    {0x0042, 13820},
    {0x0043, 13855},
    {0x0044, 13877},
    {0x0045, 13891},
    {0x0046, 13920},
    {0x0047, 13935},
    {0x0048, 13944},
    {0x0049, 13974},
    {0x004A, 13991},
    {0x004B, 14016},
    {0x004C, 14038},
    {0x004D, 14050},
    {0x004E, 14080},
    {0x004F, 14099},
    {0x0050, 14108},
    {0x0051, 14130},
    {0x0052, 14155},
    {0x0053, 14171},
    {0x0054, 14184},
    {0x0055, 14203},
    {0x0056, 14221},
    {0x0057, 14257},
    {0x0058, 14295},
    {0x0059, 14307},
    {0x005A, 14332},
    {0x005B, 14360},
    {0x005C, 14390},
    {0x005D, 14417},
    {0x005E, 14451},
    {0x005F, 14472},
    {0x0060, 14488},
    {0x0061, 14507},
    {0x0062, 14528},
    {0x0063, 14543},
    {0x0064, 14558},
    {0x0065, 14585},
    {0x0067, 14594},
    {0x0068, 14605},
    {0x0069, 14620},
    {0x006A, 14642},
    {0x006B, 14662},
    {0x006C, 14679},
    {0x006E, 14710},
    {0x006F, 14743},
    {0x0070, 14752},
    {0x0071, 14765},
    {0x0072, 14780},
    {0x0073, 14822},
    {0x0074, 14839},
    {0x0075, 14849},
    {0x0076, 14878},
    {0x0077, 14903},
    {0x0078, 14926},
    {0x0079, 14937},
    {0x007A, 14949},
    {0x007B, 14975},
    {0x007D, 14996},
    {0x007E, 15023},
    {0x007F, 15057},
    {0x0080, 15072},
    {0x0081, 15105},
    {0x0082, 15118},
    {0x0083, 15127},
    {0x0084, 15153},
    {0x0085, 15173},
    {0x0086, 15190},
    {0x0087, 15201},
    {0x0088, 15228},
    {0x0089, 15236},
    {0x008A, 15251},
    {0x008B, 15259},
    {0x008C, 15291},
    {0x008D, 15303},
    {0x008E, 15318},
    {0x008F, 15331},
    {0x0090, 15361},
    {0x0091, 15386},
    {0x0092, 15426},
    {0x0093, 15444},
    {0x0094, 15472},
    {0x0095, 15496},
    {0x0096, 15515},
    {0x0097, 15536},
    {0x0098, 15556},
    {0x0099, 15570},
    {0x009A, 15610},
    {0x009B, 15618},
    {0x009C, 15668},
    {0x009D, 15682},
    {0x009E, 15696},
    {0x009F, 15713},
    {0x00A0, 15723},
    {0x00A1, 15758},
    {0x00A2, 15779},
    {0x00A3, 15805},
    {0x00A4, 15821},
    {0x00A5, 15831},
    {0x00A6, 15848},
    {0x00A7, 15865},
    {0x00A8, 15885},
    {0x00A9, 15905},
    {0x00AA, 15927},
    {0x00AB, 15941},
    {0x00AC, 15974},
    {0x00AD, 15995},
    {0x00AE, 16020},
    {0x00AF, 16033},
    {0x00B0, 16041},
    {0x00B1, 16067},
    {0x00B2, 16092},
    {0x00B3, 16102},
    {0x00B4, 16134},
    {0x00B5, 16159},
    {0x00B6, 16174},
    {0x00B7, 16193},
    {0x00B8, 16204},
    {0x00B9, 16244},
    {0x00BA, 16267},
    {0x00BB, 16296},
    {0x00BC, 16324},
    {0x00BD, 16339},
    {0x00BE, 16357},
    {0x00BF, 16373},
    {0x00C0, 16401},
    {0x00C1, 16433},
    {0x00C2, 16476},
    {0x00C3, 16487},
    {0x00C4, 16497},
    {0x00C5, 16512},
    {0x00C6, 16539},
    {0x00C7, 16549},
    {0x00C8, 16560},
    {0x00C9, 16569},
    {0x00CA, 16576},
    {0x00CB, 16581},
    {0x00CC, 16593},
    {0x00CD, 16611},
    {0x00CE, 16637},
    {0x00CF, 16654},
    {0x00D0, 16664},
    {0x00D1, 16677},
    {0x00D2, 16703},
    {0x00D3, 16735},
    {0x00D5, 16773},
    {0x00D6, 16802},
    {0x00D7, 16824},
    {0x00D8, 16852},
    {0x00D9, 16889},
    {0x00DA, 16910},
    {0x00DB, 16920},
    {0x00DC, 16936},
    {0x00DD, 16953},
    {0x00DE, 16973},
    {0x00DF, 16983},
    {0x00E0, 17005},
    {0x00E1, 17012},
    {0x00E2, 17024},
    {0x00E3, 17037},
    {0x00E4, 17057},
    {0x00E5, 17077},
    {0x00E7, 17108},
    {0x00E8, 17124},
    {0x00E9, 17142},
    {0x00EA, 17157},
    {0x00EB, 17175},
    {0x00EC, 17198},
    {0x00ED, 17221},
    {0x00EE, 17238},
    {0x00EF, 17267},
    {0x00F0, 17285},
    {0x00F1, 17298},
    {0x00F2, 17324},
    {0x00F3, 17343},
    {0x00F4, 17362},
    {0x00F5, 17376},
    {0x00F6, 17390},
    {0x00F7, 17408},
    {0x00F8, 17431},
    {0x00FA, 17450},
    {0x00FB, 17467},
    {0x00FC, 17480},
    {0x00FD, 17499},
    {0x00FE, 17519},
    {0x00FF, 17544},
    {0x0100, 17563},
    {0x0101, 17587},
    {0x0102, 17599},
    {0x0103, 17618},
    {0x0104, 17637},
    {0x0105, 17667},
    {0x0106, 17711},
    {0x0107, 17741},
    {0x0108, 17752},
    {0x0109, 17782},
    {0x010A, 17790},
    {0x010B, 17803},
    {0x010C, 17812},
    {0x010D, 17836},
    {0x010E, 17854},
    {0x010F, 17862},
    {0x0110, 17898},
    {0x0111, 17921},
    {0x0112, 17937},
    {0x0113, 17949},
    {0x0115, 17983},
    {0x0116, 17995},
    {0x0117, 18013},
    {0x0118, 18037},
    {0x011A, 18059},
    {0x011B, 18079},
    {0x011C, 18106},
    {0x011D, 18112},
    {0x011E, 18122},
    {0x011F, 18138},
    {0x0120, 18152},
    {0x0121, 18163},
    {0x0122, 18191},
    {0x0123, 18205},
    {0x0124, 18216},
    {0x0125, 18227},
    {0x0126, 18235},
    {0x0127, 18251},
    {0x0128, 18277},
    {0x0129, 18296},
    {0x012A, 18314},
    {0x012B, 18350},
    {0x012C, 18358},
    {0x012D, 18381},
    {0x012E, 18398},
    {0x012F, 18409},
    {0x0130, 18426},
    {0x0131, 18448},
    {0x0132, 18470},
    {0x0133, 18479},
    {0x0134, 18500},
    {0x0135, 18526},
    {0x0136, 18539},
    {0x0137, 18553},
    {0x0138, 18574},
    {0x0139, 18584},
    {0x013A, 18610},
    {0x013B, 18632},
    {0x013C, 18641},
    {0x013D, 18672},
    {0x013E, 18685},
    {0x0140, 18695},
    {0x0141, 18731},
    {0x0142, 18746},
    {0x0143, 18765},
    {0x0144, 18778},
    {0x0145, 18791},
    {0x0146, 18808},
    {0x0147, 18816},
    {0x0148, 18834},
    {0x0149, 18854},
    {0x014A, 18868},
    {0x014B, 18886},
    {0x014C, 18898},
    {0x014D, 18911},
    {0x014E, 18949},
    {0x014F, 18965},
    {0x0150, 18980},
    {0x0151, 19000},
    {0x0152, 19007},
    {0x0153, 19037},
    {0x0154, 19046},
    {0x0155, 19064},
    {0x0156, 19072},
    {0x0157, 19086},
    {0x0158, 19131},
    {0x0159, 19145},
    {0x015A, 19161},
    {0x015B, 19170},
    {0x015C, 19195},
    {0x015D, 19211},
    {0x015E, 19226},
    {0x015F, 19252},
    {0x0160, 19266},
    {0x0161, 19271},
    {0x0162, 19277},
    {0x0163, 19295},
    {0x0164, 19313},
    {0x0165, 19362},
    {0x0166, 19387},
    {0x0167, 19402},
    {0x0168, 19433},
    {0x0169, 19446},
    {0x016A, 19457},
    {0x016B, 19480},
    {0x016C, 19488},
    {0x016D, 19497},
    {0x016E, 19510},
    {0x016F, 19522},
    {0x0170, 19537},
    {0x0171, 19560},
    {0x0172, 19584},
    {0x0173, 19621},
    {0x0174, 19635},
    {0x0175, 19649},
    {0x0176, 19666},
    {0x0177, 19677},
    {0x0178, 19689},
    {0x0179, 19714},
    {0x017A, 19742},
    {0x017B, 19760},
    {0x017C, 19772},
    {0x017D, 19795},
    {0x017E, 19805},
    {0x017F, 19817},
    {0x0180, 19835},
    {0x0181, 19861},
    {0x0182, 19892},
    {0x0183, 19907},
    {0x0184, 19919},
    {0x0186, 19926},
    {0x0187, 19944},
    {0x0188, 19963},
    {0x0189, 19973},
    {0x018A, 19999},
    {0x018B, 20029},
    {0x018C, 20050},
    {0x018D, 20058},
    {0x018E, 20081},
    {0x0190, 20092},
    {0x0191, 20121},
    {0x0192, 20137},
    {0x0193, 20152},
    {0x0194, 20175},
    {0x0195, 20203},
    {0x0196, 20208},
    {0x0197, 20226},
    {0x0198, 20240},
    {0x0199, 20278},
    {0x019A, 20297},
    {0x019B, 20308},
    {0x019C, 20324},
    {0x019D, 20344},
    {0x019E, 20355},
    {0x019F, 20362},
    {0x01A0, 20378},
    {0x01A1, 20408},
    {0x01A2, 20414},
    {0x01A3, 20431},
    {0x01A4, 20437},
    {0x01A5, 20457},
    {0x01A6, 20481},
    {0x01A7, 20499},
    {0x01A8, 20520},
    {0x01A9, 20527},
    {0x01AA, 20538},
    {0x01AB, 20566},
    {0x01AC, 20587},
    {0x01AD, 20609},
    {0x01AF, 20636},
    {0x01B0, 20664},
    {0x01B1, 20689},
    {0x01B2, 20709},
    {0x01B3, 20719},
    {0x01B4, 20731},
    {0x01B5, 20749},
    {0x01B6, 20764},
    {0x01B7, 20784},
    {0x01B8, 20809},
    {0x01B9, 20819},
    {0x01BA, 20831},
    {0x01BB, 20850},
    {0x01BC, 20886},
    {0x01BD, 20899},
    {0x01BE, 20916},
    {0x01BF, 20936},
    {0x01C1, 20973},
    {0x01C2, 20989},
    {0x01C4, 21007},
    {0x01C5, 21028},
    {0x01C6, 21040},
    {0x01C7, 21053},
    {0x01C8, 21068},
    {0x01C9, 21085},
    {0x01CA, 21092},
    {0x01CB, 21111},
    {0x01CC, 21124},
    {0x01CD, 21138},
    {0x01CE, 21169},
    {0x01CF, 21195},
    {0x01D0, 21199},
    {0x01D1, 21222},
    {0x01D2, 21239},
    {0x01D3, 21256},
    {0x01D4, 21272},
    {0x01D5, 21286},
    {0x01D6, 21295},
    {0x01D8, 21312},
    {0x01D9, 21329},
    {0x01DA, 21348},
    {0x01DB, 21374},
    {0x01DC, 21393},
    {0x01DD, 21407},
    {0x01DE, 21432},
    {0x01DF, 21464},
    {0x01E0, 21481},
    {0x01E1, 21491},
    {0x01E3, 21501},
    {0x01E4, 21517},
    {0x01E5, 21537},
    {0x01E6, 21557},
    {0x01EA, 21587},
    {0x01EC, 21621},
    {0x01ED, 21660},
    {0x01EE, 21676},
    {0x01EF, 21690},
    {0x01F0, 21719},
    {0x01F1, 21731},
    {0x01F2, 21762},
    {0x01F3, 21774},
    {0x01F4, 21798},
    {0x01F5, 21820},
    {0x01F6, 21843},
    {0x01F7, 21854},
    {0x01F8, 21871},
    {0x01F9, 21925},
    {0x01FA, 21940},
    {0x01FB, 21951},
    {0x01FC, 21969},
    {0x01FD, 21988},
    {0x01FE, 22022},
    {0x01FF, 22048},
    {0x0200, 22078},
    {0x0201, 22118},
    {0x0202, 22128},
    {0x0203, 22139},
    {0x0206, 22149},
    {0x0207, 22169},
    {0x0208, 22180},
    {0x0209, 22193},
    {0x020A, 22212},
    {0x020B, 22225},
    {0x020C, 22251},
    {0x020E, 22278},
    {0x020F, 22304},
    {0x0210, 22318},
    {0x0211, 22325},
    {0x0212, 22354},
    {0x0213, 22373},
    {0x0214, 22382},
    {0x0215, 22411},
    {0x0216, 22433},
    {0x0217, 22441},
    {0x0219, 22456},
    {0x021A, 22469},
    {0x021B, 22490},
    {0x021C, 22509},
    {0x021D, 22522},
    {0x021E, 22529},
    {0x021F, 22542},
    {0x0220, 22567},
    {0x0221, 22584},
    {0x0222, 22607},
    {0x0223, 22623},
    {0x0224, 22651},
    {0x0225, 22662},
    {0x0226, 22685},
    {0x0227, 22698},
    {0x0228, 22720},
    {0x0229, 22740},
    {0x022A, 22757},
    {0x022B, 22782},
    {0x022C, 22794},
    {0x022D, 22815},
    {0x022E, 22822},
    {0x0230, 22833},
    {0x0231, 22862},
    {0x0232, 22869},
    {0x0233, 22891},
    {0x0234, 22925},
    {0x0235, 22962},
    {0x0236, 22971},
    {0x0237, 22985},
    {0x0238, 22999},
    {0x0239, 23010},
    {0x023A, 23022},
    {0x023B, 23040},
    {0x023D, 23088},
    {0x023E, 23102},
    {0x023F, 23119},
    {0x0240, 23146},
    {0x0241, 23167},
    {0x0243, 23178},
    {0x0244, 23190},
    {0x0245, 23201},
    {0x0246, 23216},
    {0x0247, 23237},
    {0x0248, 23253},
    {0x024A, 23274},
    {0x024B, 23284},
    {0x024C, 23294},
    {0x024D, 23314},
    {0x024E, 23335},
    {0x024F, 23365},
    {0x0250, 23395},
    {0x0251, 23417},
    {0x0252, 23436},
    {0x0253, 23455},
    {0x0254, 23467},
    {0x0255, 23477},
    {0x0256, 23507},
    {0x0257, 23525},
    {0x0258, 23554},
    {0x0259, 23566},
    {0x025A, 23573},
    {0x025B, 23634},
    {0x025C, 23666},
    {0x025D, 23703},
    {0x025E, 23730},
    {0x025F, 23748},
    {0x0261, 23769},
    {0x0262, 23781},
    {0x0263, 23808},
    {0x0264, 23822},
    {0x0265, 23832},
    {0x0266, 23848},
    {0x0267, 23874},
    {0x0268, 23889},
    {0x0269, 23896},
    {0x026A, 23916},
    {0x026B, 23924},
    {0x026C, 23958},
    {0x026D, 23985},
    {0x026E, 23999},
    {0x026F, 24014},
    {0x0270, 24032},
    {0x0271, 24051},
    {0x0272, 24063},
    {0x0273, 24085},
    {0x0274, 24094},
    {0x0275, 24110},
    {0x0276, 24117},
    {0x0277, 24148},
    {0x0278, 24160},
    {0x0279, 24181},
    {0x027A, 24215},
    {0x027B, 24228},
    {0x027C, 24236},
    {0x027D, 24249},
    {0x027E, 24279},
    {0x027F, 24295},
    {0x0280, 24315},
    {0x0281, 24332},
    {0x0282, 24339},
    {0x0283, 24349},
    {0x0284, 24370},
    {0x0285, 24390},
    {0x0286, 24410},
    {0x0287, 24424},
    {0x0289, 24444},
    {0x028A, 24455},
    {0x028B, 24464},
    {0x028C, 24479},
    {0x028E, 24492},
    {0x028F, 24508},
    {0x0290, 24533},
    {0x0291, 24545},
    {0x0293, 24560},
    {0x0294, 24570},
    {0x0295, 24581},
    {0x0296, 24595},
    {0x0297, 24601},
    {0x0298, 24617},
    {0x0299, 24627},
    {0x029A, 24655},
    {0x029B, 24669},
    {0x029C, 24690},
    {0x029D, 24715},
    {0x029E, 24734},
    {0x029F, 24754},
    {0x02A0, 24777},
    {0x02A2, 24800},
    {0x02A3, 24811},
    {0x02A4, 24817},
    {0x02A5, 24838},
    {0x02A6, 24859},
    {0x02A7, 24877},
    {0x02A8, 24906},
    {0x02A9, 24919},
    {0x02AA, 24929},
    {0x02AB, 24941},
    {0x02AC, 24955},
    {0x02AD, 24984},
    {0x02AE, 25002},
    {0x02AF, 25020},
    {0x02B0, 25041},
    {0x02B1, 25066},
    {0x02B2, 25076},
    {0x02B3, 25091},
    {0x02B4, 25105},
    {0x02B5, 25119},
    {0x02B6, 25153},
    {0x02B7, 25172},
    {0x02B8, 25194},
    {0x02B9, 25214},
    {0x02BA, 25233},
    {0x02BB, 25260},
    {0x02BC, 25277},
    {0x02BD, 25289},
    {0x02BE, 25301},
    {0x02BF, 25330},
    {0x02C0, 25357},
    {0x02C1, 25371},
    {0x02C2, 25388},
    {0x02C3, 25410},
    {0x02C4, 25452},
    {0x02C5, 25474},
    {0x02C6, 25502},
    {0x02C7, 25517},
    {0x02C8, 25546},
    {0x02C9, 25554},
    {0x02CA, 25568},
    {0x02CB, 25587},
    {0x02CD, 25606},
    {0x02CE, 25626},
    {0x02CF, 25673},
    {0x02D0, 25679},
    {0x02D1, 25682},
    {0x02D2, 25695},
    {0x02D3, 25707},
    {0x02D4, 25729},
    {0x02D5, 25741},
    {0x02D6, 25759},
    {0x02D7, 25774},
    {0x02D8, 25801},
    {0x02D9, 25809},
    {0x02DA, 25834},
    {0x02DB, 25843},
    {0x02DC, 25870},
    {0x02DD, 25897},
    {0x02DE, 25931},
    {0x02DF, 25953},
    {0x02E0, 25978},
    {0x02E1, 26001},
    {0x02E2, 26019},
    {0x02E3, 26030},
    {0x02E4, 26058},
    {0x02E5, 26073},
    {0x02E6, 26112},
    {0x02E7, 26119},
    {0x02E8, 26140},
    {0x02E9, 26168},
    {0x02EA, 26197},
    {0x02EB, 26213},
    {0x02EC, 26230},
    {0x02ED, 26249},
    {0x02EE, 26265},
    {0x02EF, 26292},
    {0x02F0, 26313},
    {0x02F1, 26331},
    {0x02F2, 26350},
    {0x02F3, 26362},
    {0x02F4, 26375},
    {0x02F5, 26387},
    {0x02F6, 26404},
    {0x02F8, 26424},
    {0x02F9, 26438},
    {0x02FB, 26467},
    {0x02FC, 26495},
    {0x02FE, 26539},
    {0x02FF, 26583},
    {0x0300, 26604},
    {0x0301, 26620},
    {0x0302, 26643},
    {0x0303, 26661},
    {0x0304, 26679},
    {0x0305, 26695},
    {0x0306, 26705},
    {0x0307, 26726},
    {0x0308, 26751},
    {0x0309, 26765},
    {0x030A, 26776},
    {0x030B, 26784},
    {0x030C, 26814},
    {0x030D, 26823},
    {0x030F, 26838},
    {0x0310, 26852},
    {0x0311, 26870},
    {0x0312, 26880},
    {0x0313, 26908},
    {0x0314, 26922},
    {0x0315, 26941},
    {0x0316, 26966},
    {0x0317, 26993},
    {0x0318, 27020},
    {0x0319, 27042},
    {0x031A, 27061},
    {0x031B, 27098},
    {0x031C, 27105},
    {0x031D, 27126},
    {0x031E, 27139},
    {0x031F, 27151},
    {0x0320, 27169},
    {0x0323, 27196},
    {0x0324, 27218},
    {0x0325, 27230},
    {0x0326, 27247},
    {0x0327, 27286},
    {0x0328, 27304},
    {0x0329, 27317},
    {0x032A, 27329},
    {0x032B, 27351},
    {0x032C, 27358},
    {0x032D, 27377},
    {0x032E, 27397},
    {0x032F, 27407},
    {0x0330, 27417},
    {0x0331, 27440},
    {0x0333, 27466},
    {0x0334, 27477},
    {0x0335, 27491},
    {0x0336, 27505},
    {0x0337, 27512},
    {0x0338, 27531},
    {0x0339, 24690},
    {0x033A, 27541},
    {0x033B, 27558},
    {0x033C, 27582},
    {0x033D, 27592},
    {0x033E, 27615},
    {0x033F, 27626},
    {0x0340, 27654},
    {0x0341, 27670},
    {0x0342, 27695},
    {0x0343, 27715},
    {0x0344, 27745},
    {0x0345, 27755},
    {0x0346, 27773},
    {0x0347, 27801},
    {0x0349, 27820},
    {0x034B, 27828},
    {0x034C, 27842},
    {0x034D, 27863},
    {0x034F, 27889},
    {0x0350, 27915},
    {0x0351, 27938},
    {0x0352, 27949},
    {0x0353, 27984},
    {0x0354, 28009},
    {0x0355, 28031},
    {0x0356, 28051},
    {0x0357, 28073},
    {0x0358, 28090},
    {0x0359, 28105},
    {0x035A, 28126},
    {0x035B, 28148},
    {0x035C, 28160},
    {0x035D, 28178},
    {0x035E, 28182},
    {0x035F, 28200},
    {0x0360, 28208},
    {0x0361, 28228},
    {0x0362, 28242},
    {0x0363, 28259},
    {0x0364, 28270},
    {0x0365, 28293},
    {0x0366, 28312},
    {0x0368, 28354},
    {0x0369, 28367},
    {0x036A, 28378},
    {0x036B, 28395},
    {0x036C, 28418},
    {0x036D, 28425},
    {0x036E, 28441},
    {0x036F, 28467},
    {0x0370, 28479},
    {0x0372, 28496},
    {0x0373, 28513},
    {0x0374, 28527},
    {0x0375, 28545},
    {0x0376, 28555},
    {0x0377, 28594},
    {0x0378, 28603},
    {0x0379, 28620},
    {0x037A, 28664},
    {0x037B, 28672},
    {0x037C, 28690},
    {0x037D, 28714},
    {0x037E, 28728},
    {0x037F, 28743},
    {0x0380, 28779},
    {0x0381, 28800},
    {0x0382, 28818},
    {0x0383, 28841},
    {0x0385, 28861},
    {0x0386, 28912},
    {0x0387, 28925},
    {0x0388, 28943},
    {0x0389, 28964},
    {0x038A, 28986},
    {0x038B, 29006},
    {0x038C, 29011},
    {0x038D, 29023},
    {0x038E, 29034},
    {0x038F, 29050},
    {0x0390, 29062},
    {0x0391, 29078},
    {0x0392, 29093},
    {0x0393, 29097},
    {0x0395, 29112},
    {0x0396, 29121},
    {0x0397, 29132},
    {0x0398, 29148},
    {0x0399, 29165},
    {0x039A, 29183},
    {0x039B, 29188},
    {0x039C, 29226},
    {0x039D, 29244},
    {0x039E, 29274},
    {0x039F, 29294},
    {0x03A0, 29312},
    {0x03A1, 29333},
    {0x03A2, 29349},
    {0x03A3, 29369},
    {0x03A4, 29399},
    {0x03A5, 29414},
    {0x03A6, 29452},
    {0x03A7, 29464},
    {0x03A8, 29474},
    {0x03AA, 29487},
    {0x03AB, 29503},
    {0x03AD, 29530},
    {0x03AE, 29534},
    {0x03AF, 29548},
    {0x03B0, 29577},
    {0x03B1, 29592},
    {0x03B2, 29622},
    {0x03B3, 29650},
    {0x03B4, 29681},
    {0x03B5, 29699},
    {0x03B6, 29712},
    {0x03B7, 29719},
    {0x03B8, 29731},
    {0x03B9, 29746},
    {0x03BA, 29769},
    {0x03BB, 29811},
    {0x03BC, 29818},
    {0x03BD, 29831},
    {0x03BE, 29838},
    {0x03BF, 29860},
    {0x03C0, 29881},
    {0x03C1, 29899},
    {0x03C2, 29924},
    {0x03C3, 29937},
    {0x03C4, 29961},
    {0x03C5, 29982},
    {0x03C6, 30005},
    {0x03C7, 30014},
    {0x03C8, 30046},
    {0x03C9, 30066},
    {0x03CA, 30082},
    {0x03CB, 30113},
    {0x03CC, 30124},
    {0x03CD, 30148},
    {0x03CE, 30172},
    {0x03CF, 30187},
    {0x03D0, 30198},
    {0x03D1, 30210},
    {0x03D2, 30223},
    {0x03D3, 30253},
    {0x03D4, 30275},
    {0x03D5, 30290},
    {0x03D6, 30312},
    {0x03D7, 30329},
    {0x03D8, 30338},
    {0x03D9, 30354},
    {0x03DA, 30371},
    {0x03DB, 30384},
    {0x03DC, 30399},
    {0x03DD, 30409},
    {0x03DE, 30435},
    {0x03DF, 30454},
    {0x03E0, 30477},
    {0x03E1, 30504},
    {0x03E2, 30532},
    {0x03E3, 30543},
    {0x03E4, 30561},
    {0x03E5, 30573},
    {0x03E6, 30580},
    {0x03E7, 30599},
    {0x03E8, 30623},
    {0x03E9, 30659},
    {0x03EA, 30698},
    {0x03EB, 30709},
    {0x03EC, 30723},
    {0x03ED, 30738},
    {0x03EE, 30759},
    {0x03EF, 30777},
    {0x03F0, 30794},
    {0x03F1, 30800},
    {0x03F2, 30826},
    {0x03F4, 30843},
    {0x03F5, 30864},
    {0x03F6, 30876},
    {0x03F7, 30898},
    {0x03F8, 30912},
    {0x03F9, 30927},
    {0x03FA, 30955},
    {0x03FB, 30981},
    {0x03FC, 30993},
    {0x03FD, 31008},
    {0x03FE, 31021},
    {0x03FF, 31032},
    {0x0400, 31041},
    {0x0401, 31068},
    {0x0402, 31083},
    {0x0403, 31110},
    {0x0404, 31134},
    {0x0405, 31148},
    {0x0407, 31175},
    {0x0408, 31190},
    {0x0409, 31205},
    {0x040A, 31215},
    {0x040B, 31236},
    {0x040C, 31251},
    {0x040D, 31269},
    {0x040E, 31300},
    {0x040F, 31319},
    {0x0410, 31342},
    {0x0411, 31369},
    {0x0412, 31380},
    {0x0413, 31386},
    {0x0416, 31406},
    {0x0417, 31416},
    {0x0419, 31432},
    {0x041A, 31445},
    {0x041B, 31465},
    {0x041C, 31489},
    {0x041D, 31505},
    {0x041E, 31557},
    {0x041F, 31583},
    {0x0420, 31601},
    {0x0421, 31616},
    {0x0422, 31636},
    {0x0423, 31646},
    {0x0424, 31663},
    {0x0425, 31680},
    {0x0426, 31723},
    {0x0427, 31736},
    {0x0428, 31772},
    {0x0429, 31787},
    {0x042A, 31799},
    {0x042B, 31810},
    {0x042C, 31833},
    {0x042D, 31844},
    {0x042E, 31856},
    {0x042F, 31872},
    {0x0430, 31884},
    {0x0431, 31898},
    {0x0432, 31911},
    {0x0433, 31927},
    {0x0434, 31939},
    {0x0435, 31956},
    {0x0436, 31978},
    {0x0437, 32016},
    {0x0438, 32031},
    {0x0439, 32042},
    {0x043A, 32064},
    {0x043B, 32080},
    {0x043D, 32098},
    {0x043E, 32117},
    {0x043F, 32136},
    {0x0440, 32155},
    {0x0442, 32171},
    {0x0443, 32187},
    {0x0444, 32212},
    {0x0445, 32229},
    {0x0446, 32248},
    {0x0447, 32262},
    {0x0448, 32291},
    {0x0449, 32310},
    {0x044A, 32326},
    {0x044B, 32339},
    {0x044C, 32349},
    {0x044D, 32369},
    {0x044E, 32388},
    {0x044F, 32400},
    {0x0450, 32436},
    {0x0451, 32459},
    {0x0452, 32478},
    {0x0453, 32500},
    {0x0454, 32519},
    {0x0455, 32551},
    {0x0456, 32561},
    {0x0457, 32582},
    {0x0458, 32596},
    {0x045A, 32620},
    {0x045C, 32640},
    {0x045D, 32660},
    {0x045E, 32690},
    {0x045F, 32702},
    {0x0460, 32729},
    {0x0461, 32738},
    {0x0462, 32758},
    {0x0463, 32778},
    {0x0464, 32798},
    {0x0465, 32824},
    {0x0467, 32854},
    {0x0468, 32865},
    {0x0469, 32877},
    {0x046A, 32887},
    {0x046B, 32900},
    {0x046C, 32914},
    {0x046D, 32952},
    {0x046E, 32981},
    {0x046F, 32993},
    {0x0470, 33014},
    {0x0471, 33029},
    {0x0472, 33039},
    {0x0473, 33057},
    {0x0474, 33073},
    {0x0475, 33094},
    {0x0477, 33104},
    {0x0478, 33128},
    {0x0479, 33159},
    {0x047A, 33178},
    {0x047B, 33207},
    {0x047C, 33239},
    {0x047D, 33252},
    {0x047E, 33262},
    {0x047F, 33277},
    {0x0481, 33292},
    {0x0482, 33309},
    {0x0484, 33350},
    {0x0485, 33373},
    {0x0486, 33384},
    {0x0487, 33459},
    {0x0488, 33483},
    {0x0489, 33513},
    {0x048A, 33534},
    {0x048C, 33544},
    {0x048D, 33557},
    {0x048E, 33575},
    {0x048F, 33599},
    {0x0490, 33616},
    {0x0491, 33627},
    {0x0492, 33659},
    {0x0493, 33680},
    {0x0494, 33696},
    {0x0496, 33732},
    {0x0497, 33753},
    {0x0498, 33770},
    {0x0499, 33792},
    {0x049A, 33815},
    {0x049B, 33825},
    {0x049C, 33837},
    {0x049D, 33845},
    {0x049E, 33867},
    {0x049F, 33879},
    {0x04A2, 33893},
    {0x04A3, 33912},
    {0x04A4, 33930},
    {0x04A5, 33961},
    {0x04A6, 34007},
    {0x04A7, 34025},
    {0x04A8, 34050},
    {0x04AA, 34063},
    {0x04AB, 34074},
    {0x04AC, 34094},
    {0x04AD, 34108},
    {0x04AE, 34118},
    {0x04AF, 34145},
    {0x04B1, 34174},
    {0x04B2, 34211},
    {0x04B3, 34234},
    {0x04B4, 34261},
    {0x04B5, 34278},
    {0x04B6, 34292},
    {0x04B7, 34317},
    {0x04B8, 34338},
    {0x04B9, 34349},
    {0x04BA, 34379},
    {0x04BB, 34406},
    {0x04BC, 34419},
    {0x04BD, 34445},
    {0x04BE, 34458},
    {0x04BF, 34470},
    {0x04C0, 34490},
    {0x04C1, 34515},
    {0x04C2, 34532},
    {0x04C3, 34552},
    {0x04C4, 34584},
    {0x04C5, 34601},
    {0x04C6, 34629},
    {0x04C7, 34640},
    {0x04C8, 34659},
    {0x04C9, 34705},
    {0x04CA, 34724},
    {0x04CB, 34743},
    {0x04CD, 34760},
    {0x04CE, 34782},
    {0x04CF, 34797},
    {0x04D0, 34834},
    {0x04D1, 34854},
    {0x04D2, 34863},
    {0x04D3, 34887},
    {0x04D4, 34901},
    {0x04D5, 34927},
    {0x04D6, 34941},
    {0x04D7, 34952},
    {0x04D8, 34966},
    {0x04D9, 34987},
    {0x04DA, 35006},
    {0x04DB, 35028},
    {0x04DC, 35051},
    {0x04DD, 35081},
    {0x04DE, 35097},
    {0x04DF, 35126},
    {0x04E0, 35147},
    {0x04E1, 35162},
    {0x04E3, 35178},
    {0x04E4, 35191},
    {0x04E5, 35203},
    {0x04E6, 35212},
    {0x04E8, 35244},
    {0x04E9, 35266},
    {0x04EA, 35292},
    {0x04EB, 35329},
    {0x04EC, 35355},
    {0x04EE, 35374},
    {0x04EF, 35382},
    {0x04F0, 35398},
    {0x04F1, 35411},
    {0x04F2, 35421},
    {0x04F3, 35455},
    {0x04F4, 35472},
    {0x04F5, 35488},
    {0x04F6, 35508},
    {0x04F7, 35523},
    {0x04F8, 35559},
    {0x04F9, 35587},
    {0x04FA, 35598},
    {0x04FB, 35612},
    {0x04FC, 35643},
    {0x04FD, 35662},
    {0x04FE, 35674},
    {0x04FF, 35694},
    {0x0500, 35716},
    {0x0501, 35728},
    {0x0502, 35740},
    {0x0503, 35757},
    {0x0504, 35771},
    {0x0505, 35783},
    {0x0506, 35796},
    {0x0507, 35802},
    {0x0508, 35812},
    {0x0509, 35836},
    {0x050A, 35855},
    {0x050B, 35869},
    {0x050C, 35883},
    {0x050D, 35894},
    {0x050E, 35909},
    {0x050F, 35953},
    {0x0510, 35980},
    {0x0511, 36002},
    {0x0512, 36025},
    {0x0513, 36035},
    {0x0514, 36055},
    {0x0515, 36066},
    {0x0516, 36088},
    {0x0517, 36098},
    {0x0518, 36118},
    {0x0519, 36130},
    {0x051A, 36144},
    {0x051C, 36160},
    {0x051D, 36165},
    {0x051E, 36184},
    {0x051F, 36204},
    {0x0520, 36218},
    {0x0521, 36237},
    {0x0522, 36253},
    {0x0523, 36267},
    {0x0524, 36281},
    {0x0525, 36317},
    {0x0526, 36360},
    {0x0527, 36389},
    {0x0528, 36403},
    {0x0529, 36424},
    {0x052A, 36434},
    {0x052B, 36454},
    {0x052C, 36466},
    {0x052D, 36478},
    {0x052E, 36489},
    {0x052F, 36503},
    {0x0530, 36519},
    {0x0531, 36533},
    {0x0532, 36551},
    {0x0533, 36573},
    {0x0534, 36597},
    {0x0535, 36618},
    {0x0536, 36655},
    {0x0537, 36679},
    {0x0538, 36702},
    {0x0539, 36712},
    {0x053A, 36736},
    {0x053B, 36752},
    {0x053C, 36760},
    {0x053D, 36789},
    {0x053E, 36797},
    {0x053F, 36811},
    {0x0540, 36824},
    {0x0541, 36840},
    {0x0542, 36853},
    {0x0543, 36872},
    {0x0544, 36890},
    {0x0546, 36908},
    {0x0547, 36933},
    {0x0548, 36983},
    {0x0549, 37029},
    {0x054A, 37071},
    {0x054B, 37084},
    {0x054C, 37118},
    {0x054D, 37147},
    {0x054E, 37155},
    {0x054F, 37181},
    {0x0551, 37188},
    {0x0552, 37195},
    {0x0553, 37209},
    {0x0554, 37228},
    {0x0555, 37249},
    {0x0556, 37273},
    {0x0557, 37289},
    {0x0558, 37314},
    {0x0559, 37329},
    {0x055A, 37342},
    {0x055B, 37360},
    {0x055C, 37384},
    {0x055D, 37389},
    {0x055E, 37407},
    {0x055F, 37431},
    {0x0560, 37469},
    {0x0561, 37489},
    {0x0562, 37503},
    {0x0563, 37521},
    {0x0564, 37543},
    {0x0566, 37556},
    {0x0567, 37595},
    {0x0568, 37629},
    {0x056A, 37643},
    {0x056B, 37661},
    {0x056C, 37676},
    {0x056D, 37700},
    {0x056E, 37729},
    {0x056F, 37741},
    {0x0570, 37755},
    {0x0571, 37784},
    {0x0572, 37798},
    {0x0573, 37810},
    {0x0574, 37839},
    {0x0575, 37866},
    {0x0576, 37886},
    {0x0577, 37903},
    {0x0578, 37924},
    {0x057A, 37958},
    {0x057B, 37971},
    {0x057C, 38001},
    {0x057D, 38023},
    {0x057E, 38044},
    {0x057F, 38054},
    {0x0581, 38085},
    {0x0582, 38106},
    {0x0583, 38131},
    {0x0584, 38156},
    {0x0585, 38186},
    {0x0586, 38209},
    {0x0587, 38217},
    {0x0588, 38230},
    {0x0589, 38245},
    {0x058A, 38263},
    {0x058B, 38284},
    {0x058C, 38310},
    {0x058D, 38338},
    {0x058E, 38370},
    {0x058F, 38403},
    {0x0590, 38433},
    {0x0591, 38442},
    {0x0592, 38462},
    {0x0593, 38471},
    {0x0594, 38499},
    {0x0595, 38514},
    {0x0596, 38530},
    {0x0597, 38546},
    {0x0598, 38561},
    {0x0599, 38574},
    {0x059A, 38589},
    {0x059B, 38611},
    {0x059C, 38636},
    {0x059D, 38658},
    {0x059E, 38679},
    {0x059F, 38693},
    {0x05A0, 38720},
    {0x05A1, 38750},
    {0x05A2, 38786},
    {0x05A3, 38807},
    {0x05A4, 38838},
    {0x05A5, 38862},
    {0x05A6, 38872},
    {0x05A7, 38895},
    {0x05A8, 38905},
    {0x05A9, 38931},
    {0x05AA, 38939},
    {0x05AB, 38954},
    {0x05AC, 38965},
    {0x05AD, 38992},
    {0x05AE, 38997},
    {0x05AF, 39017},
    {0x05B0, 39031},
    {0x05B1, 39043},
    {0x05B2, 39077},
    {0x05B3, 39101},
    {0x05B4, 39123},
    {0x05B5, 39150},
    {0x05B6, 39162},
    {0x05B7, 39186},
    {0x05B8, 39224},
    {0x05B9, 39244},
    {0x05BA, 39279},
    {0x05BB, 39289},
    {0x05BC, 39308},
    {0x05BD, 39331},
    {0x05BF, 39349},
    {0x05C0, 39380},
    {0x05C1, 39399},
    {0x05C2, 39415},
    {0x05C3, 39432},
    {0x05C4, 39446},
    {0x05C5, 39473},
    {0x05C7, 39493},
    {0x05C8, 39517},
    {0x05C9, 39527},
    {0x05CA, 39548},
    {0x05CB, 39563},
    {0x05CC, 39578},
    {0x05CD, 39596},
    {0x05CE, 39610},
    {0x05CF, 39620},
    {0x05D0, 39632},
    {0x05D1, 39658},
    {0x05D2, 39668},
    {0x05D3, 39693},
    {0x05D4, 39710},
    {0x05D5, 39730},
    {0x05D6, 39742},
    {0x05D7, 39774},
    {0x05D8, 39786},
    {0x05D9, 39801},
    {0x05DA, 39830},
    {0x05DB, 39859},
    {0x05DC, 39893},
    {0x05DD, 39908},
    {0x05DE, 39922},
    {0x05DF, 39938},
    {0x05E0, 39967},
    {0x05E1, 39984},
    {0x05E2, 40004},
    {0x05E3, 40022},
    {0x05E4, 40047},
    {0x05E5, 40068},
    {0x05E6, 40089},
    {0x05E7, 40113},
    {0x05E8, 40125},
    {0x05E9, 40132},
    {0x05EA, 40148},
    {0x05EB, 40172},
    {0x05EC, 40200},
    {0x05ED, 40217},
    {0x05EF, 40237},
    {0x05F0, 40246},
    {0x05F1, 40252},
    {0x05F2, 40273},
    {0x05F3, 40292},
    {0x05F4, 40300},
    {0x05F5, 40314},
    {0x05F6, 40321},
    {0x05F7, 40332},
    {0x05F8, 40345},
    {0x05F9, 40355},
    {0x05FA, 40393},
    {0x05FB, 40422},
    {0x05FC, 40434},
    {0x05FD, 40448},
    {0x05FE, 40457},
    {0x05FF, 40465},
    {0x0600, 40480},
    {0x0601, 40499},
    {0x0602, 40520},
    {0x0603, 40545},
    {0x0605, 40566},
    {0x0606, 40608},
    {0x0607, 40619},
    {0x0608, 40642},
    {0x0609, 40656},
    {0x060A, 40678},
    {0x060B, 40687},
    {0x060C, 40710},
    {0x060D, 40728},
    {0x060E, 40744},
    {0x060F, 40755},
    {0x0610, 40780},
    {0x0611, 40801},
    {0x0612, 40813},
    {0x0613, 40827},
    {0x0614, 40846},
    {0x0615, 40873},
    {0x0616, 40898},
    {0x0617, 40928},
    {0x0618, 40957},
    {0x0619, 40984},
    {0x061A, 41006},
    {0x061B, 41031},
    {0x061C, 41054},
    {0x061D, 41073},
    {0x061E, 41093},
    {0x061F, 41116},
    {0x0620, 41128},
    {0x0621, 41139},
    {0x0622, 41155},
    {0x0624, 41170},
    {0x0625, 41183},
    {0x0626, 41202},
    {0x0627, 41212},
    {0x0628, 41221},
    {0x0629, 41230},
    {0x062B, 41246},
    {0x062C, 41266},
    {0x062D, 41278},
    {0x062E, 41311},
    {0x062F, 41319},
    {0x0630, 41337},
    {0x0631, 41352},
    {0x0632, 41372},
    {0x0633, 41397},
    {0x0634, 41411},
    {0x0635, 41424},
    {0x0636, 41434},
    {0x0637, 41470},
    {0x0638, 41496},
    {0x0639, 41521},
    {0x063A, 41559},
    {0x063B, 41576},
    {0x063C, 41593},
    {0x063D, 41626},
    {0x063E, 41653},
    {0x063F, 41673},
    {0x0640, 41688},
    {0x0641, 41705},
    {0x0642, 41743},
    {0x0643, 41771},
    {0x0644, 41790},
    {0x0645, 41809},
    {0x0646, 41813},
    {0x0647, 41845},
    {0x0648, 41852},
    {0x0649, 41872},
    {0x064A, 41898},
    {0x064B, 41928},
    {0x064C, 41943},
    {0x064D, 41961},
    {0x064E, 41969},
    {0x064F, 42008},
    {0x0650, 42031},
    {0x0651, 42045},
    {0x0652, 42063},
    {0x0653, 42108},
    {0x0654, 42119},
    {0x0655, 42143},
    {0x0656, 42156},
    {0x0657, 42199},
    {0x0658, 42218},
    {0x0659, 42233},
    {0x065A, 42256},
    {0x065B, 42274},
    {0x065C, 42293},
    {0x065D, 42313},
    {0x065E, 42327},
    {0x065F, 42334},
    {0x0660, 42352},
    {0x0661, 42373},
    {0x0662, 42395},
    {0x0663, 42421},
    {0x0664, 42454},
    {0x0665, 42475},
    {0x0666, 42502},
    {0x0667, 42534},
    {0x0668, 42561},
    {0x0669, 42581},
    {0x066A, 42600},
    {0x066B, 42621},
    {0x066C, 42637},
    {0x066D, 42647},
    {0x066E, 42669},
    {0x066F, 42693},
    {0x0670, 42712},
    {0x0671, 42734},
    {0x0672, 42753},
    {0x0673, 42758},
    {0x0674, 42779},
    {0x0676, 42787},
    {0x0677, 42819},
    {0x0678, 42842},
    {0x0679, 42862},
    {0x067A, 42885},
    {0x067B, 42915},
    {0x067C, 42928},
    {0x067D, 42939},
    {0x067F, 42959},
    {0x0680, 43030},
    {0x0681, 43051},
    {0x0682, 43068},
    {0x0683, 43084},
    {0x0684, 43096},
    {0x0685, 43112},
    {0x0686, 43133},
    {0x0687, 43148},
    {0x0688, 43160},
    {0x0689, 43190},
    {0x068A, 43200},
    {0x068B, 43219},
    {0x068E, 43251},
    {0x068F, 43262},
    {0x0690, 43280},
    {0x0691, 43302},
    {0x0692, 43317},
    {0x0693, 43334},
    {0x0694, 43349},
    {0x0695, 43370},
    {0x0696, 43394},
    {0x0697, 43418},
    {0x0698, 43438},
    {0x0699, 43460},
    {0x069A, 43474},
    {0x069B, 43486},
    {0x069C, 43505},
    {0x069E, 43514},
    {0x069F, 43538},
    {0x06A0, 43565},
    {0x06A1, 43595},
    {0x06A2, 43614},
    {0x06A3, 43630},
    {0x06A4, 43642},
    {0x06A5, 43657},
    {0x06A6, 43674},
    {0x06A7, 43694},
    {0x06A8, 43732},
    {0x06A9, 43778},
    {0x06AA, 43807},
    {0x06AB, 43818},
    {0x06AC, 43845},
    {0x06AD, 43875},
    {0x06AE, 43898},
    {0x06AF, 43910},
    {0x06B0, 43929},
    {0x06B1, 43946},
    {0x06B2, 43963},
    {0x06B4, 43995},
    {0x06B5, 44008},
    {0x06B6, 44023},
    {0x06B7, 44051},
    {0x06B8, 44065},
    {0x06B9, 44081},
    {0x06BA, 44093},
    {0x06BB, 44108},
    {0x06BC, 44154},
    {0x06BD, 44162},
    {0x06BE, 44169},
    {0x06C0, 44180},
    {0x06C1, 44192},
    {0x06C2, 44216},
    {0x06C3, 44233},
    {0x06C4, 44260},
    {0x06C5, 44276},
    {0x06C6, 44295},
    {0x06C7, 44315},
    {0x06C8, 44327},
    {0x06C9, 44356},
    {0x06CA, 44368},
    {0x06CB, 44429},
    {0x06CC, 44442},
    {0x06CD, 44483},
    {0x06CE, 44499},
    {0x06D0, 44512},
    {0x06D1, 44533},
    {0x06D2, 44572},
    {0x06D4, 44586},
    {0x06D5, 44622},
    {0x06D6, 44635},
    {0x06D7, 44658},
    {0x06D8, 44691},
    {0x06D9, 44702},
    {0x06DA, 44742},
    {0x06DB, 44766},
    {0x06DC, 44787},
    {0x06DD, 44820},
    {0x06DE, 44839},
    {0x06DF, 44853},
    {0x06E0, 44872},
    {0x06E1, 44883},
    {0x06E2, 44913},
    {0x06E3, 44937},
    {0x06E4, 44950},
    {0x06E5, 44956},
    {0x06E6, 44971},
    {0x06E7, 44992},
    {0x06E8, 45002},
    {0x06E9, 45028},
    {0x06EA, 45055},
    {0x06EB, 45074},
    {0x06EC, 45092},
    {0x06ED, 45098},
    {0x06EF, 45111},
    {0x06F0, 45128},
    {0x06F1, 45152},
    {0x06F2, 45172},
    {0x06F3, 45188},
    {0x06F4, 45214},
    {0x06F5, 45237},
    {0x06F6, 45261},
    {0x06F7, 45276},
    {0x06F8, 45303},
    {0x06F9, 45331},
    {0x06FA, 45347},
    {0x06FB, 45357},
    {0x06FC, 45370},
    {0x06FD, 45408},
    {0x06FE, 45443},
    {0x06FF, 45453},
    {0x0700, 45473},
    {0x0701, 45486},
    {0x0702, 45498},
    {0x0703, 45530},
    {0x0704, 45573},
    {0x0705, 45590},
    {0x0706, 45604},
    {0x0707, 45652},
    {0x0708, 45689},
    {0x0709, 45713},
    {0x070A, 45728},
    {0x070B, 45765},
    {0x070C, 45788},
    {0x070D, 45828},
    {0x070E, 45847},
    {0x070F, 45859},
    {0x0710, 45882},
    {0x0711, 45893},
    {0x0712, 45901},
    {0x0713, 45928},
    {0x0714, 45944},
    {0x0715, 45965},
    {0x0716, 45980},
    {0x0718, 45989},
    {0x0719, 46010},
    {0x071A, 46026},
    {0x071B, 46054},
    {0x071C, 46061},
    {0x071D, 46076},
    {0x071E, 46091},
    {0x071F, 46126},
    {0x0720, 46162},
    {0x0721, 46176},
    {0x0722, 46197},
    {0x0723, 46231},
    {0x0724, 46250},
    {0x0725, 46302},
    {0x0726, 46319},
    {0x0728, 46335},
    {0x0729, 46357},
    {0x072A, 46380},
    {0x072B, 46406},
    {0x072C, 46418},
    {0x072D, 46435},
    {0x072E, 46445},
    {0x072F, 46471},
    {0x0730, 46512},
    {0x0731, 46537},
    {0x0732, 46548},
    {0x0733, 46564},
    {0x0734, 46583},
    {0x0735, 46606},
    {0x0736, 46631},
    {0x0737, 46646},
    {0x0738, 46658},
    {0x0739, 46681},
    {0x073A, 46707},
    {0x073B, 46729},
    {0x073D, 46750},
    {0x073E, 46787},
    {0x073F, 46803},
    {0x0741, 46841},
    {0x0742, 46849},
    {0x0743, 46857},
    {0x0744, 46864},
    {0x0745, 46872},
    {0x0746, 46886},
    {0x0747, 46909},
    {0x0748, 46933},
    {0x0749, 46976},
    {0x074A, 47016},
    {0x074B, 47037},
    {0x074D, 47069},
    {0x074E, 47089},
    {0x074F, 47108},
    {0x0750, 47125},
    {0x0751, 47179},
    {0x0752, 47211},
    {0x0753, 47223},
    {0x0754, 47244},
    {0x0755, 47259},
    {0x0756, 47283},
    {0x0757, 47304},
    {0x0758, 47319},
    {0x0759, 47332},
    {0x075A, 47373},
    {0x075B, 47389},
    {0x075C, 47413},
    {0x075D, 47430},
    {0x075E, 47452},
    {0x075F, 47465},
    {0x0760, 47491},
    {0x0761, 47501},
    {0x0762, 47517},
    {0x0763, 47529},
    {0x0764, 47542},
    {0x0765, 47586},
    {0x0766, 47605},
    {0x0767, 47627},
    {0x0768, 47671},
    {0x0769, 47696},
    {0x076A, 47722},
    {0x076B, 47752},
    {0x076C, 47784},
    {0x076D, 47806},
    {0x076E, 47821},
    {0x076F, 47845},
    {0x0770, 47875},
    {0x0771, 47895},
    {0x0772, 47919},
    {0x0773, 47934},
    {0x0774, 47958},
    {0x0775, 47977},
    {0x0776, 47993},
    {0x0777, 48022},
    {0x0778, 48026},
    {0x0779, 48039},
    {0x077A, 48052},
    {0x077C, 48083},
    {0x077D, 48100},
    {0x077E, 48118},
    {0x077F, 48132},
    {0x0780, 48162},
    {0x0781, 48186},
    {0x0782, 48226},
    {0x0783, 48241},
    {0x0784, 48275},
    {0x0785, 48297},
    {0x0786, 48312},
    {0x0788, 48337},
    {0x0789, 48352},
    {0x078A, 48375},
    {0x078B, 48401},
    {0x078C, 48419},
    {0x078D, 48440},
    {0x078E, 48451},
    {0x078F, 48473},
    {0x0790, 48497},
    {0x0791, 48508},
    {0x0792, 48533},
    {0x0793, 48546},
    {0x0794, 48563},
    {0x0795, 48585},
    {0x0796, 48604},
    {0x0797, 48617},
    {0x0798, 48633},
    {0x0799, 48647},
    {0x079A, 48663},
    {0x079B, 48716},
    {0x079C, 48754},
    {0x079D, 48769},
    {0x079E, 48786},
    {0x079F, 48801},
    {0x07A0, 48821},
    {0x07A1, 48850},
    {0x07A2, 48876},
    {0x07A4, 48887},
    {0x07A5, 48932},
    {0x07A6, 48951},
    {0x07A7, 48971},
    {0x07A8, 48982},
    {0x07A9, 48994},
    {0x07AA, 49026},
    {0x07AB, 49041},
    {0x07AC, 49071},
    {0x07AD, 49084},
    {0x07AE, 49113},
    {0x07AF, 49147},
    {0x07B0, 49178},
    {0x07B1, 49195},
    {0x07B2, 49216},
    {0x07B3, 49231},
    {0x07B4, 49254},
    {0x07B5, 49281},
    {0x07B6, 49298},
    {0x07B7, 49319},
    {0x07B8, 49350},
    {0x07B9, 49356},
    {0x07BA, 49377},
    {0x07BB, 49394},
    {0x07BC, 49406},
    {0x07BD, 49422},
    {0x07BE, 49448},
    {0x07BF, 49472},
    {0x07C0, 49484},
    {0x07C2, 49493},
    {0x07C3, 49503},
    {0x07C4, 49523},
    {0x07C5, 49546},
    {0x07C6, 49562},
    {0x07C7, 49578},
    {0x07C8, 49597},
    {0x07C9, 49616},
    {0x07CA, 49633},
    {0x07CB, 49652},
    {0x07CC, 49687},
    {0x07CD, 49709},
    {0x07CE, 49744},
    {0x07CF, 49794},
    {0x07D0, 49811},
    {0x07D1, 49857},
    {0x07D2, 49900},
    {0x07D3, 49928},
    {0x07D4, 49944},
    {0x07D5, 49967},
    {0x07D6, 49986},
    {0x07D7, 49998},
    {0x07D8, 50040},
    {0x07D9, 50061},
    {0x07DA, 50080},
    {0x07DB, 50099},
    {0x07DC, 50112},
    {0x07DD, 50133},
    {0x07DE, 50149},
    {0x07DF, 50174},
    {0x07E0, 50195},
    {0x07E1, 50225},
    {0x07E2, 50236},
    {0x07E3, 15472},
    {0x07E4, 50264},
    {0x07E5, 50277},
    {0x07E6, 50289},
    {0x07E7, 50307},
    {0x07E8, 50324},
    {0x07E9, 50342},
    {0x07EA, 50363},
    {0x07EB, 50378},
    {0x07EC, 50394},
    {0x07ED, 50405},
    {0x07EE, 50420},
    {0x07EF, 50432},
    {0x07F0, 50462},
    {0x07F1, 50482},
    {0x07F2, 50507},
    {0x07F3, 50525},
    {0x07F4, 50554},
    {0x07F5, 50619},
    {0x07F6, 50651},
    {0x07F7, 50708},
    {0x07F8, 50727},
    {0x07F9, 50741},
    {0x07FA, 50778},
    {0x07FB, 50798},
    {0x07FC, 50814},
    {0x07FD, 50825},
    {0x07FE, 50839},
    {0x07FF, 50846},
    {0x0800, 50863},
    {0x0801, 50869},
    {0x0802, 50892},
    {0x0803, 50908},
    {0x0804, 50923},
    {0x0805, 50944},
    {0x0806, 50960},
    {0x0807, 50975},
    {0x0808, 51014},
    {0x0809, 51047},
    {0x080A, 51060},
    {0x080B, 51069},
    {0x080C, 51093},
    {0x080D, 51103},
    {0x080E, 51113},
    {0x080F, 51125},
    {0x0810, 51148},
    {0x0811, 51165},
    {0x0812, 51186},
    {0x0813, 51214},
    {0x0814, 51249},
    {0x0815, 51259},
    {0x0816, 51267},
    {0x0817, 51285},
    {0x0818, 51312},
    {0x0819, 51322},
    {0x081A, 51341},
    {0x081B, 51356},
    {0x081C, 51361},
    {0x081D, 51394},
    {0x081E, 51432},
    {0x081F, 51455},
    {0x0820, 51469},
    {0x0821, 51501},
    {0x0822, 51525},
    {0x0823, 51545},
    {0x0824, 51556},
    {0x0825, 51571},
    {0x0826, 51585},
    {0x0827, 51607},
    {0x0828, 51617},
    {0x0829, 51668},
    {0x082A, 51701},
    {0x082B, 51722},
    {0x082C, 51759},
    {0x082D, 51787},
    {0x082E, 51810},
    {0x082F, 51821},
    {0x0831, 51832},
    {0x0832, 51844},
    {0x0833, 51861},
    {0x0834, 51877},
    {0x0835, 51900},
    {0x0836, 51926},
    {0x0837, 51938},
    {0x0838, 51974},
    {0x0839, 51998},
    {0x083A, 52012},
    {0x083B, 52055},
    {0x083C, 52076},
    {0x083D, 52089},
    {0x083E, 52104},
    {0x083F, 52117},
    {0x0840, 52130},
    {0x0841, 52153},
    {0x0842, 52192},
    {0x0843, 52241},
    {0x0844, 52277},
    {0x0845, 52298},
    {0x0846, 52318},
    {0x0847, 52330},
    {0x0848, 52347},
    {0x0849, 52372},
    {0x084A, 52397},
    {0x084B, 52403},
    {0x084C, 52419},
    {0x084D, 52429},
    {0x084E, 52438},
    {0x084F, 52457},
    {0x0850, 52479},
    {0x0851, 52523},
    {0x0852, 52536},
    {0x0853, 52551},
    {0x0854, 52573},
    {0x0855, 52590},
    {0x0856, 51900},
    {0x0857, 52610},
    {0x0858, 52621},
    {0x0859, 52631},
    {0x085A, 52638},
    {0x085B, 52647},
    {0x085C, 52676},
    {0x085D, 52690},
    {0x085E, 52737},
    {0x0860, 52754},
    {0x0861, 52775},
    {0x0862, 52796},
    {0x0863, 52807},
    {0x0864, 52839},
    {0x0865, 52851},
    {0x0866, 52887},
    {0x0867, 52901},
    {0x0868, 52935},
    {0x0869, 52958},
    {0x086A, 52991},
    {0x086B, 53009},
    {0x086C, 53028},
    {0x086D, 53053},
    {0x086E, 53071},
    {0x086F, 53106},
    {0x0870, 53120},
    {0x0871, 53135},
    {0x0872, 53161},
    {0x0873, 53194},
    {0x0874, 53217},
    {0x0875, 53235},
    {0x0876, 53260},
    {0x0877, 53274},
    {0x0878, 53282},
    {0x0879, 53310},
    {0x087A, 53329},
    {0x087B, 53338},
    {0x087C, 53346},
    {0x087D, 53360},
    {0x087E, 53371},
    {0x087F, 53388},
    {0x0880, 53422},
    {0x0881, 53435},
    {0x0882, 53444},
    {0x0883, 53458},
    {0x0884, 53475},
    {0x0886, 53547},
    {0x0887, 53573},
    {0x0888, 53604},
    {0x0889, 53629},
    {0x088A, 53637},
    {0x088B, 53650},
    {0x088C, 53684},
    {0x088D, 53704},
    {0x088F, 53725},
    {0x0890, 53752},
    {0x0891, 53776},
    {0x0892, 53804},
    {0x0893, 53853},
    {0x0894, 53868},
    {0x0895, 53875},
    {0x0896, 53889},
    {0x0897, 53908},
    {0x0898, 53939},
    {0x0899, 53953},
    {0x089A, 53970},
    {0x089B, 54006},
    {0x089C, 54026},
    {0x089D, 54055},
    {0x089E, 54081},
    {0x089F, 54094},
    {0x08A0, 54117},
    {0x08A1, 54141},
    {0x08A2, 54163},
    {0x08A3, 54186},
    {0x08A4, 54198},
    {0x08A6, 54253},
    {0x08A7, 54276},
    {0x08A8, 54294},
    {0x08A9, 54314},
    {0x08AA, 54329},
    {0x08AB, 54355},
    {0x08AC, 54378},
    {0x08AD, 54396},
    {0x08AE, 54415},
    {0x08AF, 54431},
    {0x08B0, 54450},
    {0x08B1, 54484},
    {0x08B2, 54499},
    {0x08B3, 54527},
    {0x08B4, 54556},
    {0x08B5, 54574},
    {0x08B6, 54585},
    {0x08B7, 54621},
    {0x08B8, 54629},
    {0x08B9, 54660},
    {0x08BA, 54672},
    {0x08BB, 54688},
    {0x08BC, 54708},
    {0x08BD, 54724},
    {0x08BE, 54743},
    {0x08BF, 54768},
    {0x08C0, 54783},
    {0x08C1, 54811},
    {0x08C2, 54828},
    {0x08C3, 54842},
    {0x08C5, 54857},
    {0x08C6, 54872},
    {0x08C7, 54891},
    {0x08C8, 54914},
    {0x08C9, 54942},
    {0x08CA, 54953},
    {0x08CB, 54979},
    {0x08CC, 55002},
    {0x08CD, 55027},
    {0x08CE, 55032},
    {0x08CF, 55049},
    {0x08D0, 55098},
    {0x08D1, 55118},
    {0x08D2, 55133},
    {0x08D3, 55151},
    {0x08D4, 55167},
    {0x08D5, 55194},
    {0x08D7, 55200},
    {0x08D8, 55215},
    {0x08D9, 55221},
    {0x08DA, 55241},
    {0x08DB, 55273},
    {0x08DC, 55292},
    {0x08DD, 55327},
    {0x08DE, 55334},
    {0x08DF, 55362},
    {0x08E0, 55383},
    {0x08E1, 55401},
    {0x08E2, 55431},
    {0x08E3, 55464},
    {0x08E4, 55488},
    {0x08E5, 55501},
    {0x08E6, 55521},
    {0x08E7, 55557},
    {0x08E8, 55584},
    {0x08E9, 55592},
    {0x08EA, 55622},
    {0x08EB, 55651},
    {0x08EC, 55691},
    {0x08ED, 55709},
    {0x08EE, 55751},
    {0x08EF, 55772},
    {0x08F0, 55801},
    {0x08F1, 55813},
    {0x08F2, 55839},
    {0x08F3, 55849},
    {0x08F4, 55886},
    {0x08F5, 55922},
    {0x08F6, 55958},
    {0x08F7, 55987},
    {0x08F8, 56017},
    {0x08F9, 56032},
    {0x08FA, 56055},
    {0x08FB, 56072},
    {0x08FC, 56097},
    {0x08FD, 56106},
    {0x08FE, 56128},
    {0x08FF, 56146},
    {0x0900, 56171},
    {0x0901, 56206},
    {0x0902, 56214},
    {0x0903, 56247},
    {0x0904, 56262},
    {0x0905, 56277},
    {0x0906, 56296},
    {0x0907, 56323},
    {0x0908, 56339},
    {0x0909, 56368},
    {0x090A, 56383},
    {0x090B, 56415},
    {0x090C, 56430},
    {0x090D, 56462},
    {0x090E, 56478},
    {0x090F, 56498},
    {0x0910, 56506},
    {0x0911, 56548},
    {0x0912, 56579},
    {0x0913, 56617},
    {0x0914, 56643},
    {0x0915, 56654},
    {0x0916, 56676},
    {0x0917, 56696},
    {0x0918, 56736},
    {0x0919, 56764},
    {0x091A, 56779},
    {0x091B, 56794},
    {0x091C, 56812},
    {0x091D, 56825},
    {0x091E, 56840},
    {0x091F, 56874},
    {0x0921, 56891},
    {0x0922, 56906},
    {0x0923, 56955},
    {0x0924, 56972},
    {0x0925, 57015},
    {0x0926, 57038},
    {0x0927, 57068},
    {0x0928, 57078},
    {0x0929, 57086},
    {0x092A, 57121},
    {0x092B, 57158},
    {0x092C, 57166},
    {0x092D, 57186},
    {0x092E, 57216},
    {0x092F, 57224},
    {0x0930, 57237},
    {0x0931, 57267},
    {0x0932, 57288},
    {0x0933, 57303},
    {0x0934, 57308},
    {0x0935, 57324},
    {0x0936, 57340},
    {0x0937, 57350},
    {0x0938, 57367},
    {0x0939, 57393},
    {0x093A, 57408},
    {0x093B, 57454},
    {0x093C, 57465},
    {0x093D, 57477},
    {0x093E, 57503},
    {0x093F, 57523},
    {0x0940, 57542},
    {0x0941, 57560},
    {0x0942, 57583},
    {0x0944, 57610},
    {0x0945, 57625},
    {0x0946, 57650},
    {0x0947, 57699},
    {0x0948, 57729},
    {0x0949, 57751},
    {0x094A, 57774},
    {0x094B, 57786},
    {0x094C, 57813},
    {0x094D, 57827},
    {0x094E, 57839},
    {0x094F, 57857},
    {0x0950, 57896},
    {0x0951, 57905},
    {0x0952, 57910},
    {0x0953, 57933},
    {0x0954, 57947},
    {0x0955, 57953},
    {0x0956, 57968},
    {0x0957, 57976},
    {0x0958, 57995},
    {0x0959, 58011},
    {0x095B, 58025},
    {0x095C, 57933},
    {0x095D, 58053},
    {0x095E, 58081},
    {0x095F, 58097},
    {0x0960, 58116},
    {0x0961, 58139},
    {0x0962, 58150},
    {0x0963, 58168},
    {0x0964, 58180},
    {0x0965, 58211},
    {0x0966, 58235},
    {0x0967, 58251},
    {0x0968, 58285},
    {0x0969, 58304},
    {0x096A, 58341},
    {0x096B, 58354},
    {0x096C, 58368},
    {0x096D, 58389},
    {0x096E, 58403},
    {0x096F, 58425},
    {0x0970, 58452},
    {0x0971, 58471},
    {0x0972, 58474},
    {0x0973, 58540},
    {0x0974, 58549},
    {0x0975, 58555},
    {0x0976, 58591},
    {0x0977, 58608},
    {0x0978, 58633},
    {0x0979, 58658},
    {0x097A, 58680},
    {0x097B, 58697},
    {0x097C, 58712},
    {0x097D, 58736},
    {0x097E, 58745},
    {0x097F, 58762},
    {0x0980, 58776},
    {0x0981, 58816},
    {0x0982, 58849},
    {0x0983, 58864},
    {0x0984, 58884},
    {0x0985, 58898},
    {0x0986, 58916},
    {0x0987, 58932},
    {0x0988, 58949},
    {0x0989, 58988},
    {0x098A, 59022},
    {0x098B, 59031},
    {0x098C, 59058},
    {0x098E, 59069},
    {0x098F, 59076},
    {0x0990, 59095},
    {0x0991, 59111},
    {0x0992, 59123},
    {0x0993, 59156},
    {0x0994, 59181},
    {0x0995, 59194},
    {0x0996, 59220},
    {0x0997, 59238},
    {0x0998, 59247},
    {0x0999, 59277},
    {0x099A, 59290},
    {0x099B, 59304},
    {0x099C, 59332},
    {0x099D, 59356},
    {0x099E, 59368},
    {0x099F, 59385},
    {0x09A0, 59404},
    {0x09A1, 59428},
    {0x09A2, 59445},
    {0x09A3, 59485},
    {0x09A4, 59496},
    {0x09A5, 59517},
    {0x09A6, 59551},
    {0x09A7, 59584},
    {0x09A8, 59597},
    {0x09A9, 59615},
    {0x09AA, 59639},
    {0x09AB, 59665},
    {0x09AC, 59681},
    {0x09AD, 59687},
    {0x09AE, 59701},
    {0x09AF, 59710},
    {0x09B0, 59732},
    {0x09B1, 59753},
    {0x09B2, 59760},
    {0x09B3, 59766},
    {0x09B4, 59799},
    {0x09B5, 59814},
    {0x09B6, 59861},
    {0x09B7, 59888},
    {0x09B8, 59903},
    {0x09B9, 59922},
    {0x09BA, 59948},
    {0x09BB, 59970},
    {0x09BC, 59992},
    {0x09BD, 60005},
    {0x09BE, 60058},
    {0x09BF, 60070},
    {0x09C0, 60084},
    {0x09C1, 60102},
    {0x09C2, 60111},
    {0x09C3, 60133},
    {0x09C4, 60152},
    {0x09C5, 60159},
    {0x09C6, 60192},
    {0x09C7, 60215},
    {0x09C8, 60231},
    {0x09C9, 60239},
    {0x09CA, 60253},
    {0x09CB, 60263},
    {0x09CC, 60283},
    {0x09CE, 60298},
    {0x09CF, 60315},
    {0x09D0, 60335},
    {0x09D1, 60351},
    {0x09D2, 60375},
    {0x09D4, 60425},
    {0x09D5, 60436},
    {0x09D6, 60465},
    {0x09D7, 60539},
    {0x09D8, 60547},
    {0x09D9, 60583},
    {0x09DA, 60604},
    {0x09DB, 60619},
    {0x09DC, 60640},
    {0x09DD, 60650},
    {0x09DE, 60674},
    {0x09DF, 60704},
    {0x09E1, 60730},
    {0x09E2, 60745},
    {0x09E3, 60769},
    {0x09E4, 60785},
    {0x09E5, 60792},
    {0x09E6, 60802},
    {0x09E7, 60823},
    {0x09E8, 60847},
    {0x09E9, 60873},
    {0x09EA, 60887},
    {0x09EB, 60897},
    {0x09EC, 60922},
    {0x09ED, 60959},
    {0x09EE, 60970},
    {0x09EF, 60979},
    {0x09F0, 61000},
    {0x09F1, 61014},
    {0x09F2, 61047},
    {0x09F3, 61063},
    {0x09F4, 61110},
    {0x09F5, 61138},
    {0x09F6, 61169},
    {0x09F7, 61199},
    {0x09F8, 61218},
    {0x09F9, 61230},
    {0x09FA, 61265},
    {0x09FB, 61297},
    {0x09FC, 61313},
    {0x09FD, 61322},
    {0x09FE, 61346},
    {0x09FF, 61375},
    {0x0A00, 61383},
    {0x0A01, 61399},
    {0x0A02, 61411},
    {0x0A03, 61431},
    {0x0A04, 61455},
    {0x0A05, 61473},
    {0x0A06, 61496},
    {0x0A07, 61535},
    {0x0A08, 61550},
    {0x0A0A, 61558},
    {0x0A0B, 61580},
    {0x0A0C, 61594},
    {0x0A0D, 61643},
    {0x0A0E, 61661},
    {0x0A0F, 61680},
    {0x0A10, 61698},
    {0x0A11, 61717},
    {0x0A12, 61726},
    {0x0A13, 61751},
    {0x0A14, 61776},
    {0x0A15, 61789},
    {0x0A16, 61798},
    {0x0A17, 61814},
    {0x0A18, 61831},
    {0x0A19, 61865},
    {0x0A1A, 61878},
    {0x0A1B, 61894},
    {0x0A1C, 61910},
    {0x0A1D, 61922},
    {0x0A1E, 61928},
    {0x0A1F, 61938},
    {0x0A20, 61963},
    {0x0A21, 62000},
    {0x0A22, 62021},
    {0x0A23, 62044},
    {0x0A24, 62060},
    {0x0A25, 62087},
    {0x0A26, 62115},
    {0x0A27, 62129},
    {0x0A28, 62157},
    {0x0A29, 62184},
    {0x0A2A, 62214},
    {0x0A2B, 62233},
    {0x0A2C, 62246},
    {0x0A2D, 62288},
    {0x0A2F, 62327},
    {0x0A30, 62342},
    {0x0A31, 62352},
    {0x0A32, 62364},
    {0x0A33, 62390},
    {0x0A34, 62397},
    {0x0A35, 62415},
    {0x0A36, 62430},
    {0x0A37, 62455},
    {0x0A38, 62476},
    {0x0A39, 62506},
    {0x0A3A, 62524},
    {0x0A3B, 62541},
    {0x0A3C, 62568},
    {0x0A3D, 62580},
    {0x0A3F, 62588},
    {0x0A41, 62641},
    {0x0A42, 62658},
    {0x0A43, 62677},
    {0x0A44, 62710},
    {0x0A45, 62724},
    {0x0A46, 62750},
    {0x0A47, 62789},
    {0x0A48, 62810},
    {0x0A49, 62828},
    {0x0A4A, 62850},
    {0x0A4B, 62866},
    {0x0A4C, 62902},
    {0x0A4D, 62937},
    {0x0A4E, 62972},
    {0x0A4F, 62991},
    {0x0A50, 63019},
    {0x0A51, 63034},
    {0x0A52, 63040},
    {0x0A53, 63065},
    {0x0A54, 63085},
    {0x0A55, 63108},
    {0x0A56, 63130},
    {0x0A57, 63136},
    {0x0A58, 63173},
    {0x0A59, 63189},
    {0x0A5A, 63204},
    {0x0A5B, 63239},
    {0x0A5C, 63261},
    {0x0A5D, 63289},
    {0x0A5F, 63312},
    {0x0A60, 63320},
    {0x0A61, 63360},
    {0x0A62, 63377},
    {0x0A64, 63397},
    {0x0A65, 63415},
    {0x0A67, 63426},
    {0x0A68, 63471},
    {0x0A69, 63492},
    {0x0A6A, 63512},
    {0x0A6B, 63533},
    {0x0A6C, 63559},
    {0x0A6D, 63567},
    {0x0A6E, 63589},
    {0x0A6F, 63606},
    {0x0A70, 63619},
    {0x0A71, 63624},
    {0x0A72, 63640},
    {0x0A73, 63659},
    {0x0A74, 63671},
    {0x0A75, 63685},
    {0x0A76, 63709},
    {0x0A77, 63732},
    {0x0A78, 63748},
    {0x0A79, 63786},
    {0x0A7A, 63797},
    {0x0A7B, 63811},
    {0x0A7C, 63822},
    {0x0A7D, 63832},
    {0x0A7E, 63861},
    {0x0A7F, 63891},
    {0x0A80, 63907},
    {0x0A81, 63921},
    {0x0A82, 63950},
    {0x0A83, 63958},
    {0x0A84, 63971},
    {0x0A85, 63986},
    {0x0A86, 64016},
    {0x0A87, 64038},
    {0x0A88, 64080},
    {0x0A89, 64100},
    {0x0A8A, 64112},
    {0x0A8B, 64144},
    {0x0A8C, 64158},
    {0x0A8D, 64174},
    {0x0A8E, 64196},
    {0x0A8F, 64212},
    {0x0A90, 64222},
    {0x0A91, 64260},
    {0x0A92, 64287},
    {0x0A93, 64309},
    {0x0A94, 64325},
    {0x0A95, 64336},
    {0x0A97, 64347},
    {0x0A98, 64355},
    {0x0A99, 64366},
    {0x0A9A, 64418},
    {0x0A9B, 64441},
    {0x0A9C, 64451},
    {0x0A9D, 64497},
    {0x0A9F, 64523},
    {0x0AA0, 64547},
    {0x0AA1, 64572},
    {0x0AA2, 64603},
    {0x0AA3, 64619},
    {0x0AA4, 64635},
    {0x0AA5, 64647},
    {0x0AA6, 64684},
    {0x0AA7, 64703},
    {0x0AA8, 64716},
    {0x0AA9, 64735},
    {0x0AAA, 64749},
    {0x0AAB, 64777},
    {0x0AAC, 64795},
    {0x0AAD, 64810},
    {0x0AAE, 64830},
    {0x0AAF, 64851},
    {0x0AB0, 64862},
    {0x0AB1, 64882},
    {0x0AB2, 64910},
    {0x0AB3, 64929},
    {0x0AB4, 64951},
    {0x0AB5, 64978},
    {0x0AB6, 65002},
    {0x0AB7, 65015},
    {0x0AB8, 65041},
    {0x0AB9, 65062},
    {0x0ABA, 65066},
    {0x0ABB, 65084},
    {0x0ABC, 65098},
    {0x0ABD, 65132},
    {0x0ABE, 65144},
    {0x0ABF, 65188},
    {0x0AC0, 65205},
    {0x0AC1, 65223},
    {0x0AC2, 65261},
    {0x0AC3, 65318},
    {0x0AC4, 65331},
    {0x0AC5, 65338},
    {0x0AC6, 65353},
    {0x0AC7, 65371},
    {0x0AC8, 65403},
    {0x0AC9, 65420},
    {0x0ACA, 65432},
    {0x0ACB, 65469},
    {0x0ACC, 65515},
    {0x0ACD, 65523},
    {0x0ACE, 65561},
    {0x0ACF, 65589},
    {0x0AD0, 65607},
    {0x0AD1, 65625},
    {0x0AD2, 65660},
    {0x0AD3, 65685},
    {0x0AD4, 65711},
    {0x0AD5, 65746},
    {0x0AD6, 65760},
    {0x0AD7, 65771},
    {0x0AD8, 65790},
    {0x0AD9, 65816},
    {0x0ADA, 65841},
    {0x0ADB, 65857},
    {0x0ADC, 65873},
    {0x0ADD, 65884},
    {0x0ADE, 65895},
    {0x0ADF, 65923},
    {0x0AE3, 65947},
    {0x0AE4, 65957},
    {0x0AE5, 65971},
    {0x0AE6, 65980},
    {0x0AE7, 65989},
    {0x0AE8, 66018},
    {0x0AE9, 66032},
    {0x0AEA, 66048},
    {0x0AEB, 66065},
    {0x0AEC, 66078},
    {0x0AED, 66116},
    {0x0AEE, 66129},
    {0x0AEF, 66144},
    {0x0AF0, 66175},
    {0x0AF1, 66199},
    {0x0AF2, 66215},
    {0x0AF3, 66258},
    {0x0AF4, 66268},
    {0x0AF5, 66304},
    {0x0AF6, 66328},
    {0x0AF7, 66341},
    {0x0AF8, 66348},
    {0x0AF9, 66373},
    {0x0AFA, 66383},
    {0x0AFB, 66418},
    {0x0AFC, 66438},
    {0x0AFD, 66472},
    {0x0AFE, 66491},
    {0x0AFF, 66518},
    {0x0B00, 66536},
    {0x0B01, 66568},
    {0x0B02, 66595},
    {0x0B03, 66633},
    {0x0B05, 66669},
    {0x0B06, 66684},
    {0x0B07, 66695},
    {0x0B08, 66711},
    {0x0B09, 66762},
    {0x0B0A, 66771},
    {0x0B0B, 66804},
    {0x0B0C, 66818},
    {0x0B0D, 66826},
    {0x0B0E, 66847},
    {0x0B0F, 66877},
    {0x0B10, 66889},
    {0x0B11, 66913},
    {0x0B12, 66931},
    {0x0B13, 66957},
    {0x0B14, 66965},
    {0x0B15, 66972},
    {0x0B16, 66988},
    {0x0B17, 67014},
    {0x0B18, 67030},
    {0x0B19, 67043},
    {0x0B1A, 67065},
    {0x0B1B, 67086},
    {0x0B1C, 67111},
    {0x0B1D, 67122},
    {0x0B1E, 67142},
    {0x0B1F, 67150},
    {0x0B20, 67195},
    {0x0B22, 67213},
    {0x0B23, 67230},
    {0x0B24, 67257},
    {0x0B25, 67294},
    {0x0B26, 67308},
    {0x0B27, 67335},
    {0x0B28, 67367},
    {0x0B29, 67374},
    {0x0B2B, 67415},
    {0x0B2C, 67423},
    {0x0B2D, 67440},
    {0x0B2E, 67467},
    {0x0B2F, 67484},
    {0x0B30, 67506},
    {0x0B31, 67514},
    {0x0B32, 67540},
    {0x0B33, 67559},
    {0x0B34, 67572},
    {0x0B35, 67608},
    {0x0B36, 67616},
    {0x0B37, 67623},
    {0x0B38, 67668},
    {0x0B39, 67683},
    {0x0B3A, 67710},
    {0x0B3B, 67734},
    {0x0B3C, 67773},
    {0x0B3D, 67796},
    {0x0B3E, 67810},
    {0x0B3F, 67832},
    {0x0B40, 67849},
    {0x0B41, 67871},
    {0x0B42, 67884},
    {0x0B43, 67888},
    {0x0B44, 67910},
    {0x0B45, 67937},
    {0x0B47, 67962},
    {0x0B48, 67981},
    {0x0B49, 67995},
    {0x0B4A, 68017},
    {0x0B4B, 68027},
    {0x0B4C, 68048},
    {0x0B4D, 68060},
    {0x0B4E, 68075},
    {0x0B4F, 68092},
    {0x0B50, 68108},
    {0x0B51, 68125},
    {0x0B52, 68142},
    {0x0B53, 68151},
    {0x0B54, 68198},
    {0x0B55, 68228},
    {0x0B56, 68263},
    {0x0B57, 68293},
    {0x0B58, 68336},
    {0x0B5B, 68353},
    {0x0B5D, 68395},
    {0x0B5E, 68434},
    {0x0B5F, 68452},
    {0x0B60, 68465},
    {0x0B61, 68485},
    {0x0B62, 68500},
    {0x0B63, 68515},
    {0x0B64, 68535},
    {0x0B65, 68577},
    {0x0B66, 68608},
    {0x0B67, 68666},
    {0x0B68, 68696},
    {0x0B69, 68704},
    {0x0B6A, 68712},
    {0x0B6B, 68717},
    {0x0B6C, 68739},
    {0x0B6D, 68755},
    {0x0B6E, 68770},
    {0x0B70, 68783},
    {0x0B71, 68815},
    {0x0B72, 68829},
    {0x0B73, 68843},
    {0x0B74, 68869},
    {0x0B75, 68873},
    {0x0B76, 68893},
    {0x0B77, 68906},
    {0x0B78, 68933},
    {0x0B79, 68951},
    {0x0B7A, 68976},
    {0x0B7B, 69009},
    {0x0B7C, 69022},
    {0x0B7D, 69035},
    {0x0B7E, 69053},
    {0x0B7F, 69064},
    {0x0B80, 69078},
    {0x0B81, 69086},
    {0x0B82, 69096},
    {0x0B83, 69119},
    {0x0B84, 69137},
    {0x0B85, 69160},
    {0x0B86, 69180},
    {0x0B87, 69193},
    {0x0B88, 69208},
    {0x0B89, 69269},
    {0x0B8A, 69281},
    {0x0B8B, 69304},
    {0x0B8C, 69349},
    {0x0B8D, 69356},
    {0x0B8E, 69379},
    {0x0B8F, 69399},
    {0x0B90, 69432},
    {0x0B91, 69457},
    {0x0B92, 69472},
    {0x0B93, 69495},
    {0x0B94, 69535},
    {0x0B96, 69545},
    {0x0B97, 69560},
    {0x0B98, 69583},
    {0x0B99, 69597},
    {0x0B9A, 69632},
    {0x0B9C, 69690},
    {0x0B9D, 69703},
    {0x0B9E, 69725},
    {0x0B9F, 69747},
    {0x0BA0, 69767},
    {0x0BA1, 69795},
    {0x0BA2, 69820},
    {0x0BA3, 69835},
    {0x0BA4, 69864},
    {0x0BA5, 69884},
    {0x0BA6, 69909},
    {0x0BA7, 69932},
    {0x0BA8, 69954},
    {0x0BA9, 69969},
    {0x0BAA, 69991},
    {0x0BAB, 70009},
    {0x0BAC, 70043},
    {0x0BAD, 70055},
    {0x0BAE, 70072},
    {0x0BAF, 70086},
    {0x0BB0, 70110},
    {0x0BB1, 70122},
    {0x0BB2, 70169},
    {0x0BB3, 70188},
    {0x0BB4, 70201},
    {0x0BB5, 70222},
    {0x0BB6, 70246},
    {0x0BB7, 70269},
    {0x0BB8, 70283},
    {0x0BB9, 70301},
    {0x0BBA, 70319},
    {0x0BBB, 70329},
    {0x0BBC, 70352},
    {0x0BBE, 70388},
    {0x0BBF, 70404},
    {0x0BC0, 70417},
    {0x0BC1, 70435},
    {0x0BC2, 70451},
    {0x0BC3, 70463},
    {0x0BC4, 70473},
    {0x0BC5, 70499},
    {0x0BC6, 70525},
    {0x0BC7, 70562},
    {0x0BC8, 70575},
    {0x0BC9, 70597},
    {0x0BCA, 70611},
    {0x0BCB, 70640},
    {0x0BCC, 70656},
    {0x0BCD, 70666},
    {0x0BCE, 70676},
    {0x0BCF, 70692},
    {0x0BD0, 70709},
    {0x0BD1, 70720},
    {0x0BD2, 70758},
    {0x0BD3, 70763},
    {0x0BD4, 70785},
    {0x0BD5, 70807},
    {0x0BD6, 70834},
    {0x0BD7, 70873},
    {0x0BD8, 70924},
    {0x0BDA, 70942},
    {0x0BDB, 70954},
    {0x0BDC, 70970},
    {0x0BDD, 70986},
    {0x0BDE, 71002},
    {0x0BDF, 71007},
    {0x0BE0, 71045},
    {0x0BE2, 71079},
    {0x0BE3, 71095},
    {0x0BE4, 71115},
    {0x0BE5, 71138},
    {0x0BE6, 71180},
    {0x0BE7, 71196},
    {0x0BE8, 71223},
    {0x0BE9, 71237},
    {0x0BEA, 71281},
    {0x0BEB, 71328},
    {0x0BEC, 71346},
    {0x0BED, 71364},
    {0x0BEE, 71385},
    {0x0BEF, 71403},
    {0x0BF0, 71419},
    {0x0BF1, 71441},
    {0x0BF2, 71453},
    {0x0BF3, 71481},
    {0x0BF5, 71500},
    {0x0BF6, 71513},
    {0x0BF7, 71525},
    {0x0BF8, 71542},
    {0x0BFA, 71566},
    {0x0BFB, 71590},
    {0x0BFC, 71613},
    {0x0BFD, 71645},
    {0x0BFE, 71661},
    {0x0BFF, 71679},
    {0x0C00, 71697},
    {0x0C01, 71709},
    {0x0C02, 71743},
    {0x0C03, 71758},
    {0x0C04, 71768},
    {0x0C05, 71787},
    {0x0C06, 71809},
    {0x0C07, 71824},
    {0x0C08, 71841},
    {0x0C09, 71873},
    {0x0C0A, 71884},
    {0x0C0B, 71917},
    {0x0C0C, 71929},
    {0x0C0D, 71946},
    {0x0C0E, 71959},
    {0x0C0F, 71979},
    {0x0C10, 71989},
    {0x0C11, 72003},
    {0x0C12, 72032},
    {0x0C13, 72037},
    {0x0C14, 72065},
    {0x0C15, 72079},
    {0x0C16, 72093},
    {0x0C17, 72109},
    {0x0C18, 72126},
    {0x0C19, 72134},
    {0x0C1A, 72158},
    {0x0C1B, 72191},
    {0x0C1C, 72222},
    {0x0C1D, 72227},
    {0x0C1E, 72252},
    {0x0C1F, 72270},
    {0x0C20, 72278},
    {0x0C21, 72299},
    {0x0C22, 72343},
    {0x0C23, 72354},
    {0x0C24, 72366},
    {0x0C25, 72391},
    {0x0C26, 72415},
    {0x0C27, 72445},
    {0x0C28, 72461},
    {0x0C29, 72475},
    {0x0C2A, 72501},
    {0x0C2B, 72514},
    {0x0C2C, 72544},
    {0x0C2D, 72583},
    {0x0C2E, 72609},
    {0x0C2F, 72618},
    {0x0C30, 72632},
    {0x0C31, 72651},
    {0x0C32, 72662},
    {0x0C33, 72708},
    {0x0C34, 72729},
    {0x0C35, 72749},
    {0x0C37, 72778},
    {0x0C38, 72795},
    {0x0C39, 72815},
    {0x0C3B, 72833},
    {0x0C3C, 72853},
    {0x0C3D, 72872},
    {0x0C3E, 72884},
    {0x0C3F, 72900},
    {0x0C40, 72924},
    {0x0C41, 72937},
    {0x0C42, 72959},
    {0x0C43, 72982},
    {0x0C44, 73001},
    {0x0C45, 73014},
    {0x0C46, 73043},
    {0x0C47, 73086},
    {0x0C48, 73110},
    {0x0C49, 73136},
    {0x0C4A, 73151},
    {0x0C4B, 73163},
    {0x0C4C, 73176},
    {0x0C4D, 73208},
    {0x0C4E, 73237},
    {0x0C4F, 73263},
    {0x0C50, 73288},
    {0x0C51, 73314},
    {0x0C52, 73328},
    {0x0C53, 73342},
    {0x0C54, 73353},
    {0x0C55, 73374},
    {0x0C56, 73388},
    {0x0C57, 73414},
    {0x0C58, 73432},
    {0x0C59, 73443},
    {0x0C5A, 73458},
    {0x0C5B, 73477},
    {0x0C5C, 73498},
    {0x0C5D, 73529},
    {0x0C5E, 73550},
    {0x0C5F, 73562},
    {0x0C60, 73602},
    {0x0C61, 73630},
    {0x0C62, 73641},
    {0x0C63, 73661},
    {0x0C64, 73695},
    {0x0C65, 73716},
    {0x0C67, 73729},
    {0x0C68, 73746},
    {0x0C69, 73765},
    {0x0C6A, 73792},
    {0x0C6B, 73825},
    {0x0C6C, 73836},
    {0x0C6D, 73852},
    {0x0C6E, 73865},
    {0x0C6F, 73875},
    {0x0C70, 73886},
    {0x0C71, 73907},
    {0x0C72, 73949},
    {0x0C73, 73968},
    {0x0C74, 74003},
    {0x0C75, 74012},
    {0x0C77, 74047},
    {0x0C78, 74064},
    {0x0C79, 74094},
    {0x0C7A, 74131},
    {0x0C7B, 74167},
    {0x0C7C, 74195},
    {0x0C7D, 74215},
    {0x0C7F, 74230},
    {0x0C80, 74253},
    {0x0C81, 74282},
    {0x0C82, 74302},
    {0x0C83, 74308},
    {0x0C84, 74329},
    {0x0C85, 74352},
    {0x0C86, 74366},
    {0x0C87, 74416},
    {0x0C88, 74452},
    {0x0C89, 74467},
    {0x0C8A, 74509},
    {0x0C8B, 74527},
    {0x0C8C, 74538},
    {0x0C8D, 74551},
    {0x0C8E, 74563},
    {0x0C8F, 74590},
    {0x0C90, 74631},
    {0x0C91, 74640},
    {0x0C92, 74654},
    {0x0C93, 74689},
    {0x0C94, 74702},
    {0x0C95, 74732},
    {0x0C96, 74760},
    {0x0C97, 74778},
    {0x0C98, 74784},
    {0x0C99, 74823},
    {0x0C9A, 74838},
    {0x0C9B, 74847},
    {0x0C9C, 74866},
    {0x0C9D, 74929},
    {0x0C9E, 74943},
    {0x0C9F, 74965},
    {0x0CA0, 74988},
    {0x0CA1, 74995},
    {0x0CA2, 75017},
    {0x0CA3, 75028},
    {0x0CA4, 75040},
    {0x0CA5, 75077},
    {0x0CA6, 75105},
    {0x0CA7, 75116},
    {0x0CA8, 75138},
    {0x0CA9, 75150},
    {0x0CAA, 75185},
    {0x0CAB, 75231},
    {0x0CAC, 75262},
    {0x0CAD, 75286},
    {0x0CAE, 75323},
    {0x0CAF, 75343},
    {0x0CB0, 75353},
    {0x0CB1, 75370},
    {0x0CB2, 75383},
    {0x0CB3, 75416},
    {0x0CB4, 75428},
    {0x0CB5, 75470},
    {0x0CB6, 75489},
    {0x0CB7, 75515},
    {0x0CB9, 75550},
    {0x0CBA, 75569},
    {0x0CBB, 75602},
    {0x0CBC, 75618},
    {0x0CBD, 75628},
    {0x0CBF, 75638},
    {0x0CC0, 75668},
    {0x0CC1, 75692},
    {0x0CC2, 75703},
    {0x0CC3, 75729},
    {0x0CC4, 75743},
    {0x0CC5, 75794},
    {0x0CC6, 75820},
    {0x0CC7, 75850},
    {0x0CC8, 75863},
    {0x0CC9, 75872},
    {0x0CCA, 75902},
    {0x0CCB, 75921},
    {0x0CCC, 75948},
    {0x0CCD, 75969},
    {0x0CCE, 76026},
    {0x0CCF, 76040},
    {0x0CD0, 76087},
    {0x0CD1, 76146},
    {0x0CD2, 76172},
    {0x0CD3, 76186},
    {0x0CD4, 76196},
    {0x0CD5, 76228},
    {0x0CD6, 76247},
    {0x0CD7, 76291},
    {0x0CD8, 76315},
    {0x0CD9, 76330},
    {0x0CDA, 76355},
    {0x0CDB, 76370},
    {0x0CDC, 76400},
    {0x0CDD, 76411},
    {0x0CDF, 76436},
    {0x0CE0, 76474},
    {0x0CE1, 76492},
    {0x0CE2, 76519},
    {0x0CE3, 76541},
    {0x0CE4, 76556},
    {0x0CE5, 76601},
    {0x0CE6, 76623},
    {0x0CE7, 76650},
    {0x0CE8, 76663},
    {0x0CE9, 76699},
    {0x0CEA, 76724},
    {0x0CEB, 76749},
    {0x0CEC, 76786},
    {0x0CED, 76829},
    {0x0CEE, 76845},
    {0x0CEF, 76860},
    {0x0CF0, 76870},
    {0x0CF1, 76913},
    {0x0CF3, 76921},
    {0x0CF4, 76933},
    {0x0CF5, 76947},
    {0x0CF6, 76981},
    {0x0CF7, 77000},
    {0x0CF8, 77023},
    {0x0CF9, 77041},
    {0x0CFA, 77052},
    {0x0CFB, 77088},
    {0x0CFC, 77104},
    {0x0CFE, 77121},
    {0x0CFF, 77136},
    {0x0D00, 77151},
    {0x0D01, 77164},
    {0x0D02, 77171},
    {0x0D03, 77205},
    {0x0D04, 77219},
    {0x0D05, 77238},
    {0x0D06, 77276},
    {0x0D07, 77294},
    {0x0D08, 77311},
    {0x0D09, 77331},
    {0x0D0A, 77351},
    {0x0D0B, 77368},
    {0x0D0C, 77398},
    {0x0D0D, 77410},
    {0x0D0E, 77451},
    {0x0D0F, 77470},
    {0x0D10, 77498},
    {0x0D12, 77522},
    {0x0D13, 77543},
    {0x0D14, 77571},
    {0x0D15, 77601},
    {0x0D16, 77607},
    {0x0D17, 77633},
    {0x0D18, 77645},
    {0x0D19, 77660},
    {0x0D1A, 77683},
    {0x0D1B, 77695},
    {0x0D1C, 77708},
    {0x0D1D, 77720},
    {0x0D1E, 77741},
    {0x0D1F, 77758},
    {0x0D20, 77772},
    {0x0D21, 77791},
    {0x0D22, 77812},
    {0x0D23, 77829},
    {0x0D24, 77870},
    {0x0D25, 77889},
    {0x0D26, 77925},
    {0x0D27, 77953},
    {0x0D28, 77963},
    {0x0D29, 77989},
    {0x0D2A, 78018},
    {0x0D2B, 78044},
    {0x0D2C, 78056},
    {0x0D2D, 78095},
    {0x0D2E, 78111},
    {0x0D2F, 78149},
    {0x0D30, 78177},
    {0x0D31, 78209},
    {0x0D32, 78224},
    {0x0D33, 78237},
    {0x0D34, 78257},
    {0x0D35, 78294},
    {0x0D36, 78328},
    {0x0D37, 78367},
    {0x0D38, 78379},
    {0x0D39, 78387},
    {0x0D3A, 78407},
    {0x0D3B, 78428},
    {0x0D3C, 78453},
    {0x0D3D, 78480},
    {0x0D3E, 78494},
    {0x0D3F, 78509},
    {0x0D40, 78530},
    {0x0D41, 78557},
    {0x0D42, 78573},
    {0x0D43, 78603},
    {0x0D44, 78638},
    {0x0D45, 78654},
    {0x0D46, 78666},
    {0x0D47, 78698},
    {0x0D48, 78732},
    {0x0D49, 78744},
    {0x0D4A, 78785},
    {0x0D4B, 78809},
    {0x0D4D, 78832},
    {0x0D4E, 78843},
    {0x0D4F, 78875},
    {0x0D50, 78887},
    {0x0D51, 78923},
    {0x0D52, 78936},
    {0x0D53, 78960},
    {0x0D54, 78982},
    {0x0D55, 79001},
    {0x0D56, 79023},
    {0x0D57, 79039},
    {0x0D58, 79087},
    {0x0D59, 79107},
    {0x0D5A, 79145},
    {0x0D5B, 79164},
    {0x0D5D, 79187},
    {0x0D5E, 79200},
    {0x0D5F, 79211},
    {0x0D60, 79257},
    {0x0D61, 79289},
    {0x0D62, 79334},
    {0x0D63, 79349},
    {0x0D64, 79360},
    {0x0D65, 79368},
    {0x0D66, 79393},
    {0x0D67, 79417},
    {0x0D68, 79466},
    {0x0D69, 79483},
    {0x0D6A, 79515},
    {0x0D6B, 79533},
    {0x0D6C, 79565},
    {0x0D6D, 79585},
    {0x0D6E, 79597},
    {0x0D6F, 79622},
    {0x0D70, 79659},
    {0x0D71, 79668},
    {0x0D72, 79681},
    {0x0D73, 79712},
    {0x0D74, 79735},
    {0x0D75, 79748},
    {0x0D76, 79783},
    {0x0D77, 79799},
    {0x0D78, 79815},
    {0x0D79, 79832},
    {0x0D7A, 79853},
    {0x0D7B, 79875},
    {0x0D7C, 79887},
    {0x0D7D, 79941},
    {0x0D7E, 79958},
    {0x0D7F, 79983},
    {0x0D80, 79990},
    {0x0D81, 80002},
    {0x0D82, 80029},
    {0x0D83, 80035},
    {0x0D84, 80089},
    {0x0D85, 80109},
    {0x0D86, 80136},
    {0x0D87, 80162},
    {0x0D89, 80199},
    {0x0D8A, 80212},
    {0x0D8B, 80233},
    {0x0D8C, 80259},
    {0x0D8D, 80297},
    {0x0D8E, 80320},
    {0x0D8F, 80340},
    {0x0D90, 80363},
    {0x0D91, 80372},
    {0x0D92, 80385},
    {0x0D93, 80407},
    {0x0D95, 80424},
    {0x0D96, 80455},
    {0x0D97, 80489},
    {0x0D98, 80525},
    {0x0D99, 80546},
    {0x0D9A, 80557},
    {0x0D9B, 80603},
    {0x0D9C, 80615},
    {0x0D9D, 80641},
    {0x0D9E, 80652},
    {0x0D9F, 80673},
    {0x0DA0, 80685},
    {0x0DA1, 80693},
    {0x0DA2, 80710},
    {0x0DA3, 80723},
    {0x0DA4, 80737},
    {0x0DA5, 80747},
    {0x0DA6, 80766},
    {0x0DA7, 80786},
    {0x0DA8, 80809},
    {0x0DA9, 80823},
    {0x0DAA, 80841},
    {0x0DAB, 80879},
    {0x0DAC, 80886},
    {0x0DAE, 80909},
    {0x0DAF, 80927},
    {0x0DB0, 80951},
    {0x0DB1, 80978},
    {0x0DB2, 81015},
    {0x0DB3, 81025},
    {0x0DB4, 81063},
    {0x0DB5, 81088},
    {0x0DB6, 81096},
    {0x0DB7, 81122},
    {0x0DB8, 81146},
    {0x0DB9, 81194},
    {0x0DBA, 81210},
    {0x0DBB, 81231},
    {0x0DBC, 81263},
    {0x0DBD, 81299},
    {0x0DBE, 81306},
    {0x0DBF, 81328},
    {0x0DC0, 81346},
    {0x0DC1, 81395},
    {0x0DC2, 81417},
    {0x0DC3, 81437},
    {0x0DC4, 81463},
    {0x0DC5, 81514},
    {0x0DC6, 81518},
    {0x0DC7, 81525},
    {0x0DC8, 81550},
    {0x0DC9, 81579},
    {0x0DCA, 81595},
    {0x0DCB, 81632},
    {0x0DCC, 81643},
    {0x0DCD, 81655},
    {0x0DCE, 81668},
    {0x0DCF, 81727},
    {0x0DD0, 81746},
    {0x0DD1, 81752},
    {0x0DD2, 81772},
    {0x0DD3, 81791},
    {0x0DD4, 81820},
    {0x0DD5, 81840},
    {0x0DD6, 81849},
    {0x0DD7, 81871},
    {0x0DD9, 81896},
    {0x0DDA, 81917},
    {0x0DDB, 81936},
    {0x0DDC, 81955},
    {0x0DDD, 82030},
    {0x0DDE, 82040},
    {0x0DDF, 82074},
    {0x0DE0, 82109},
    {0x0DE1, 82124},
    {0x0DE2, 82155},
    {0x0DE3, 82173},
    {0x0DE4, 82199},
    {0x0DE5, 82211},
    {0x0DE6, 82236},
    {0x0DE7, 82259},
    {0x0DE8, 82285},
    {0x0DE9, 82298},
    {0x0DEA, 82317},
    {0x0DEB, 82341},
    {0x0DEC, 82351},
    {0x0DED, 82380},
    {0x0DEE, 82396},
    {0x0DEF, 82412},
    {0x0DF0, 82456},
    {0x0DF1, 82483},
    {0x0DF2, 82521},
    {0x0DF3, 82548},
    {0x0DF4, 82572},
    {0x0DF5, 82590},
    {0x0DF6, 82611},
    {0x0DF7, 82628},
    {0x0DF8, 82673},
    {0x0DF9, 82713},
    {0x0DFA, 82737},
    {0x0DFB, 82779},
    {0x0DFC, 82837},
    {0x0DFD, 82874},
    {0x0DFE, 82890},
    {0x0DFF, 82904},
    {0x0E00, 82918},
    {0x0E01, 82968},
    {0x0E02, 83001},
    {0x0E03, 83020},
    {0x0E04, 83054},
    {0x0E05, 83062},
    {0x0E06, 83088},
    {0x0E07, 83100},
    {0x0E08, 83114},
    {0x0E09, 83133},
    {0x0E0B, 83154},
    {0x0E0C, 83185},
    {0x0E0D, 83215},
    {0x0E0F, 83234},
    {0x0E10, 83262},
    {0x0E11, 83279},
    {0x0E12, 83301},
    {0x0E13, 83340},
    {0x0E14, 83348},
    {0x0E15, 83393},
    {0x0E16, 83417},
    {0x0E17, 83464},
    {0x0E18, 83489},
    {0x0E19, 83527},
    {0x0E1A, 83553},
    {0x0E1B, 83566},
    {0x0E1C, 83591},
    {0x0E1D, 83618},
    {0x0E1E, 83629},
    {0x0E1F, 83651},
    {0x0E20, 83662},
    {0x0E21, 83702},
    {0x0E22, 83707},
    {0x0E23, 83716},
    {0x0E24, 83749},
    {0x0E25, 83769},
    {0x0E26, 83817},
    {0x0E27, 83847},
    {0x0E28, 83863},
    {0x0E29, 83877},
    {0x0E2A, 83898},
    {0x0E2B, 83943},
    {0x0E2C, 83961},
    {0x0E2D, 83983},
    {0x0E2E, 84011},
    {0x0E2F, 84036},
    {0x0E30, 84041},
    {0x0E31, 84065},
    {0x0E32, 84088},
    {0x0E33, 84117},
    {0x0E34, 84129},
    {0x0E35, 84160},
    {0x0E36, 84174},
    {0x0E37, 84196},
    {0x0E38, 84251},
    {0x0E39, 84261},
    {0x0E3A, 84296},
    {0x0E3B, 84310},
    {0x0E3C, 84346},
    {0x0E3D, 84355},
    {0x0E3E, 84368},
    {0x0E3F, 84375},
    {0x0E40, 84394},
    {0x0E41, 84407},
    {0x0E42, 84429},
    {0x0E43, 84456},
    {0x0E44, 84493},
    {0x0E45, 84503},
    {0x0E46, 84512},
    {0x0E47, 84521},
    {0x0E48, 84544},
    {0x0E49, 84597},
    {0x0E4A, 84650},
    {0x0E4B, 84674},
    {0x0E4C, 84709},
    {0x0E4D, 84747},
    {0x0E4E, 84762},
    {0x0E4F, 84771},
    {0x0E50, 84802},
    {0x0E51, 84851},
    {0x0E52, 84876},
    {0x0E53, 84888},
    {0x0E54, 84896},
    {0x0E55, 84919},
    {0x0E56, 84949},
    {0x0E57, 84970},
    {0x0E58, 84982},
    {0x0E59, 85004},
    {0x0E5A, 85026},
    {0x0E5B, 85070},
    {0x0E5C, 85103},
    {0x0E5D, 85114},
    {0x0E5E, 85141},
    {0x0E5F, 85160},
    {0x0E60, 85168},
    {0x0E61, 85188},
    {0x0E62, 85226},
    {0x0E63, 85239},
    {0x0E64, 85254},
    {0x0E65, 85291},
    {0x0E66, 85314},
    {0x0E67, 85351},
    {0x0E68, 85369},
    {0x0E69, 85380},
    {0x0E6A, 85421},
    {0x0E6B, 85432},
    {0x0E6C, 85483},
    {0x0E6D, 85494},
    {0x0E6F, 85508},
    {0x0E70, 85524},
    {0x0E71, 85539},
    {0x0E72, 85554},
    {0x0E73, 85569},
    {0x0E74, 85635},
    {0x0E75, 85652},
    {0x0E76, 85694},
    {0x0E77, 85743},
    {0x0E78, 85761},
    {0x0E79, 85802},
    {0x0E7A, 85819},
    {0x0E7B, 85829},
    {0x0E7C, 85838},
    {0x0E7D, 85849},
    {0x0E7E, 85896},
    {0x0E7F, 85916},
    {0x0E80, 85927},
    {0x0E81, 85950},
    {0x0E82, 85997},
    {0x0E83, 86020},
    {0x0E84, 86034},
    {0x0E85, 86050},
    {0x0E86, 86067},
    {0x0E87, 86119},
    {0x0E88, 86143},
    {0x0E89, 86165},
    {0x0E8A, 86173},
    {0x0E8B, 86197},
    {0x0E8C, 86207},
    {0x0E8D, 86235},
    {0x0E8E, 86274},
    {0x0E8F, 86285},
    {0x0E90, 86303},
    {0x0E91, 86329},
    {0x0E92, 86343},
    {0x0E93, 86352},
    {0x0E94, 86373},
    {0x0E95, 86381},
    {0x0E96, 86395},
    {0x0E97, 86409},
    {0x0E98, 86424},
    {0x0E99, 86439},
    {0x0E9A, 86455},
    {0x0E9B, 86466},
    {0x0E9C, 86505},
    {0x0E9D, 86526},
    {0x0E9E, 86538},
    {0x0E9F, 86569},
    {0x0EA0, 86590},
    {0x0EA1, 86606},
    {0x0EA2, 86637},
    {0x0EA3, 86651},
    {0x0EA4, 86673},
    {0x0EA5, 86706},
    {0x0EA6, 86742},
    {0x0EA7, 86754},
    {0x0EA8, 86769},
    {0x0EA9, 86807},
    {0x0EAA, 86826},
    {0x0EAB, 86843},
    {0x0EAC, 86860},
    {0x0EAD, 86884},
    {0x0EAE, 86901},
    {0x0EAF, 86948},
    {0x0EB0, 86968},
    {0x0EB1, 86981},
    {0x0EB2, 86997},
    {0x0EB3, 87019},
    {0x0EB4, 87035},
    {0x0EB5, 87053},
    {0x0EB6, 87079},
    {0x0EB7, 87101},
    {0x0EB8, 87124},
    {0x0EB9, 87135},
    {0x0EBA, 87150},
    {0x0EBB, 87161},
    {0x0EBC, 87182},
    {0x0EBD, 87217},
    {0x0EBE, 87264},
    {0x0EBF, 87294},
    {0x0EC0, 87316},
    {0x0EC1, 87330},
    {0x0EC2, 87340},
    {0x0EC3, 87358},
    {0x0EC4, 87380},
    {0x0EC5, 87418},
    {0x0EC6, 87444},
    {0x0EC7, 87458},
    {0x0EC8, 87479},
    {0x0EC9, 87489},
    {0x0ECA, 87503},
    {0x0ECB, 87514},
    {0x0ECC, 87567},
    {0x0ECD, 87604},
    {0x0ECE, 87616},
    {0x0ECF, 87657},
    {0x0ED0, 87676},
    {0x0ED1, 87689},
    {0x0ED2, 87714},
    {0x0ED3, 87751},
    {0x0ED4, 87775},
    {0x0ED5, 87799},
    {0x0ED6, 87827},
    {0x0ED7, 87855},
    {0x0ED8, 87883},
    {0x0ED9, 87898},
    {0x0EDA, 87924},
    {0x0EDB, 87936},
    {0x0EDC, 87959},
    {0x0EDD, 87995},
    {0x0EDE, 88012},
    {0x0EDF, 88037},
    {0x0EE0, 88050},
    {0x0EE1, 88080},
    {0x0EE2, 88097},
    {0x0EE3, 88135},
    {0x0EE4, 88152},
    {0x0EE5, 88165},
    {0x0EE6, 88183},
    {0x0EE7, 88203},
    {0x0EE8, 88235},
    {0x0EE9, 88251},
    {0x0EEA, 88288},
    {0x0EEB, 88305},
    {0x0EEC, 88332},
    {0x0EED, 88358},
    {0x0EEE, 88373},
    {0x0EEF, 88407},
    {0x0EF0, 88425},
    {0x0EF1, 88444},
    {0x0EF2, 88467},
    {0x0EF3, 88481},
    {0x0EF5, 88490},
    {0x0EF6, 88512},
    {0x0EF7, 88559},
    {0x0EF8, 88584},
    {0x0EF9, 88612},
    {0x0EFA, 88627},
    {0x0EFB, 88643},
    {0x0EFC, 88661},
    {0x0EFD, 88676},
    {0x0EFE, 88688},
    {0x0EFF, 88715},
    {0x0F00, 88745},
    {0x0F01, 88762},
    {0x0F02, 88796},
    {0x0F03, 88828},
    {0x0F04, 88839},
    {0x0F05, 88859},
    {0x0F06, 88894},
    {0x0F07, 88929},
    {0x0F08, 88954},
    {0x0F09, 88970},
    {0x0F0A, 88988},
    {0x0F0B, 89005},
    {0x0F0C, 89068},
    {0x0F0D, 89114},
    {0x0F0E, 89137},
    {0x0F0F, 89174},
    {0x0F10, 89185},
    {0x0F11, 89239},
    {0x0F12, 89258},
    {0x0F13, 89273},
    {0x0F14, 89285},
    {0x0F15, 89298},
    {0x0F16, 89315},
    {0x0F17, 89336},
    {0x0F18, 89356},
    {0x0F19, 89370},
    {0x0F1A, 89409},
    {0x0F1B, 89427},
    {0x0F1C, 89444},
    {0x0F1D, 89469},
    {0x0F1E, 89509},
    {0x0F1F, 89520},
    {0x0F20, 89555},
    {0x0F21, 89600},
    {0x0F22, 89613},
    {0x0F23, 89645},
    {0x0F24, 89685},
    {0x0F25, 89708},
    {0x0F26, 89755},
    {0x0F27, 89779},
    {0x0F28, 89810},
    {0x0F29, 89829},
    {0x0F2A, 89851},
    {0x0F2B, 89878},
    {0x0F2C, 89898},
    {0x0F2D, 89916},
    {0x0F2E, 89931},
    {0x0F2F, 89959},
    {0x0F30, 89975},
    {0x0F31, 89993},
    {0x0F32, 90025},
    {0x0F33, 90044},
    {0x0F34, 90051},
    {0x0F35, 90088},
    {0x0F36, 90099},
    {0x0F37, 90125},
    {0x0F38, 90150},
    {0x0F39, 90175},
    {0x0F3A, 90187},
    {0x0F3B, 90216},
    {0x0F3C, 90238},
    {0x0F3D, 90270},
    {0x0F3E, 90289},
    {0x0F3F, 90308},
    {0x0F40, 90336},
    {0x0F41, 90363},
    {0x0F42, 90373},
    {0x0F43, 90399},
    {0x0F44, 90441},
    {0x0F45, 90485},
    {0x0F46, 90505},
    {0x0F47, 90554},
    {0x0F48, 90579},
    {0x0F49, 90618},
    {0x0F4A, 90627},
    {0x0F4B, 90657},
    {0x0F4C, 90673},
    {0x0F4D, 90702},
    {0x0F4E, 90713},
    {0x0F4F, 90768},
    {0x0F50, 90782},
    {0x0F51, 90815},
    {0x0F52, 90860},
    {0x0F53, 90894},
    {0x0F54, 90918},
    {0x0F55, 90945},
    {0x0F56, 90958},
    {0x0F57, 90986},
    {0x0F58, 91010},
    {0x0F59, 91048},
    {0x0F5A, 91072},
    {0x0F5B, 91089},
    {0x0F5C, 91138},
    {0x0F5D, 91170},
    {0x0F5E, 91184},
    {0x0F5F, 91228},
    {0x0F60, 91239},
    {0x0F61, 91259},
    {0x0F62, 91278},
    {0x0F63, 91307},
    {0x0F64, 91320},
    {0x0F65, 91333},
    {0x0F66, 91342},
    {0x0F67, 91357},
    {0x0F68, 91394},
    {0x0F69, 91401},
    {0x0F6A, 91428},
    {0x0F6B, 91445},
    {0x0F6C, 91458},
    {0x0F6D, 91470},
    {0x0F6E, 91485},
    {0x0F6F, 91510},
    {0x0F70, 91526},
    {0x0F71, 91564},
    {0x0F72, 91576},
    {0x0F73, 91591},
    {0x0F74, 91604},
    {0x0F75, 91620},
    {0x0F76, 91645},
    {0x0F77, 91656},
    {0x0F78, 91677},
    {0x0F79, 91688},
    {0x0F7A, 91735},
    {0x0F7B, 91783},
    {0x0F7C, 91797},
    {0x0F7D, 91808},
    {0x0F7E, 91816},
    {0x0F7F, 91852},
    {0x0F80, 91871},
    {0x0F81, 91902},
    {0x0F82, 91929},
    {0x0F83, 91942},
    {0x0F84, 91957},
    {0x0F85, 91972},
    {0x0F86, 92016},
    {0x0F87, 92034},
    {0x0F88, 92047},
    {0x0F89, 92069},
    {0x0F8A, 92094},
    {0x0F8B, 92109},
    {0x0F8C, 92132},
    {0x0F8D, 92152},
    {0x0F8E, 92168},
    {0x0F8F, 92179},
    {0x0F90, 92203},
    {0x0F91, 92239},
    {0x0F92, 92269},
    {0x0F93, 92287},
    {0x0F94, 92306},
    {0x0F95, 92324},
    {0x0F96, 92379},
    {0x0F97, 92393},
    {0x0F98, 92419},
    {0x0F99, 92431},
    {0x0F9A, 92448},
    {0x0F9B, 92487},
    {0x0F9C, 92515},
    {0x0F9D, 92540},
    {0x0F9E, 92553},
    {0x0F9F, 92572},
    {0x0FA0, 92599},
    {0x0FA1, 92606},
    {0x0FA2, 92636},
    {0x0FA3, 92658},
    {0x0FA4, 92688},
    {0x0FA5, 92697},
    {0x0FA6, 92718},
    {0x0FA7, 92739},
    {0x0FA8, 92755},
    {0x0FA9, 92790},
    {0x0FAA, 92810},
    {0x0FAB, 92844},
    {0x0FAC, 92873},
    {0x0FAD, 92891},
    {0x0FAE, 92910},
    {0x0FAF, 92919},
    {0x0FB0, 92941},
    {0x0FB1, 92965},
    {0x0FB2, 92979},
    {0x0FB3, 92990},
    {0x0FB4, 93012},
    {0x0FB5, 93025},
    {0x0FB6, 93064},
    {0x0FB7, 93080},
    {0x0FB8, 93099},
    {0x0FB9, 93133},
    {0x0FBA, 93169},
    {0x0FBB, 93212},
    {0x0FBC, 93234},
    {0x0FBD, 93256},
    {0x0FBE, 93277},
    {0x0FBF, 93286},
    {0x0FC0, 93300},
    {0x0FC1, 93332},
    {0x0FC2, 93361},
    {0x0FC3, 93373},
    {0x0FC4, 93399},
    {0x0FC5, 93443},
    {0x0FC6, 93463},
    {0x0FC7, 93480},
    {0x0FC8, 93492},
    {0x0FC9, 93523},
    {0x0FCA, 93540},
    {0x0FCB, 93559},
    {0x0FCC, 93578},
    {0x0FCD, 93600},
    {0x0FCE, 93636},
    {0x0FCF, 93647},
    {0x0FD0, 93658},
    {0x0FD1, 93674},
    {0x0FD2, 93687},
    {0x0FD3, 93702},
    {0x0FD4, 93717},
    {0x0FD5, 93730},
    {0x0FD6, 93743},
    {0x0FD7, 93750},
    {0x0FD8, 93764},
    {0x0FD9, 93784},
    {0x0FDA, 93801},
    {0x0FDC, 93829},
    {0x103A, 93875},
    {0x103D, 93895},
    {0x103E, 93906},
    {0x103F, 93928},
    {0x1040, 93935},
    {0x1041, 93948},
    {0x1042, 93992},
    {0x1043, 94023},
    {0x1044, 94062},
    {0x1045, 94075},
    {0x1046, 94108},
    {0x1047, 94122},
    {0x1048, 94154},
    {0x1049, 94169},
    {0x104A, 94212},
    {0x104B, 94247},
    {0x104C, 94260},
    {0x104D, 94286},
    {0x104E, 94307},
    {0x104F, 94335},
    {0x1050, 94368},
    {0x1051, 94402},
    {0x1052, 94419},
    {0x1053, 94450},
    {0x1054, 94467},
    {0x1055, 94482},
    {0x1056, 94495},
    {0x1057, 94509},
    {0x1058, 94526},
    {0x1059, 94570},
    {0x105A, 94605},
    {0x105B, 94622},
    {0x105C, 94644},
    {0x105D, 94670},
    {0x105E, 94690},
    {0x105F, 94704},
    {0x1060, 94731},
    {0x1061, 94751},
    {0x1062, 94785},
    {0x1063, 94804},
    {0x1064, 94830},
    {0x1065, 94855},
    {0x1066, 94885},
    {0x1067, 94894},
    {0x1068, 94946},
    {0x1069, 94963},
    {0x106A, 94978},
    {0x106B, 94984},
    {0x106C, 95012},
    {0x106D, 95031},
    {0x106E, 95056},
    {0x106F, 95071},
    {0x1070, 95095},
    {0x1071, 95108},
    {0x1072, 95115},
    {0x1073, 95138},
    {0x1074, 95191},
    {0x1075, 95205},
    {0x1076, 95226},
    {0x1077, 95235},
    {0x1078, 95270},
    {0x1079, 95286},
    {0x107A, 95319},
    {0x107B, 95330},
    {0x107C, 95350},
    {0x107D, 95367},
    {0x107E, 95381},
    {0x107F, 95417},
    {0x1080, 95445},
    {0x1081, 95464},
    {0x1082, 95494},
    {0x1083, 95527},
    {0x1084, 95543},
    {0x1085, 95553},
    {0x1086, 95604},
    {0x1087, 95625},
    {0x1088, 95649},
    {0x1089, 95665},
    {0x108A, 95694},
    {0x108B, 95708},
    {0x108C, 95730},
    {0x108D, 95749},
    {0x108E, 95766},
    {0x108F, 95795},
    {0x1090, 95806},
    {0x1091, 95829},
    {0x1092, 95901},
    {0x1093, 95925},
    {0x1094, 95943},
    {0x1095, 95971},
    {0x1096, 95985},
    {0x1097, 95995},
    {0x1098, 96017},
    {0x1099, 96041},
    {0x109A, 96052},
    {0x109B, 96071},
    {0x109C, 96084},
    {0x109D, 96090},
    {0x109E, 96097},
    {0x109F, 96128},
    {0x10A0, 96169},
    {0x10A1, 96186},
    {0x10A2, 96199},
    {0x10A3, 96226},
    {0x10A4, 96253},
    {0x10A5, 96289},
    {0x10A6, 96308},
    {0x10A7, 96322},
    {0x10A8, 96349},
    {0x10A9, 96398},
    {0x10AA, 96405},
    {0x10AB, 96436},
    {0x10AC, 96456},
    {0x10AD, 96472},
    {0x10AE, 96496},
    {0x0001, 96508},
    {0x0002, 96514},
    {0x0003, 96520},
    {0x0004, 96524},
    {0x0006, 12632},
    {0x0008, 12649},
    {0x0009, 96532},
    {0x000A, 13072},
    {0x000D, 96541},
    {0x000F, 96559},
    {0x0013, 96568},
    {0x001D, 13072},
    {0x0025, 96574},
    {0x0030, 96578},
    {0x003F, 96597},
    {0x0046, 96611},
    {0x004C, 96620},
    {0x0055, 96626},
    {0x0057, 96638},
    {0x0059, 96645},
    {0x005D, 96652},
    {0x0065, 96660},
    {0x0067, 96663},
    {0x006B, 96672},
    {0x0075, 96678},
    {0x0078, 96686},
    {0x0087, 96691},
    {0x009E, 96698},
    {0x00C4, 96703},
    {0x00CD, 96706},
    {0x00D2, 96716},
    {0x00DC, 16936},
    {0x00E0, 17005},
    {0x0103, 96723},
    {0x0118, 96738},
    {0x012D, 96754},
    {0x0131, 96759},
    {0x0133, 96767},
    {0x0157, 96780},
    {0x015D, 96786},
    {0x0171, 96795},
    {0x01A9, 96802},
    {0x01AB, 96808},
    {0x01D1, 96813},
    {0x01DA, 96820},
    {0x022B, 96829},
    {0x027D, 96835},
    {0x02E1, 96842},
    {0x02E5, 96850},
    {0x0334, 96860},
    {0x038F, 96870},
    {0x03DA, 96877},
    {0x0499, 96885},
    {0x04D8, 96891},
    {0x05A7, 96900},
    {0x05F1, 96906},
    {0x067C, 96923},
    {0x06D5, 96928},
    {0x0757, 47304},
    {0x0822, 96938},
    {0x08C3, 96947},
    {0x0969, 96955},
    {0x09C7, 96965},
    {0x0000, 96976},
    {0x0040, 96984},
    {0x0080, 96990},
    {0x0081, 96999},
    {0x0082, 97029},
    {0x0083, 97061},
    {0x0084, 97078},
    {0x0085, 97116},
    {0x0086, 97143},
    {0x0087, 97184},
    {0x0088, 97201},
    {0x0089, 97227},
    {0x008A, 97248},
    {0x008B, 97271},
    {0x008C, 97293},
    {0x008D, 97314},
    {0x008E, 97336},
    {0x008F, 97354},
    {0x00C0, 97373},
    {0x00C1, 97379},
    {0x00C2, 97399},
    {0x0100, 97417},
    {0x0140, 97423},
    {0x0180, 97431},
    {0x01C0, 97446},
    {0x0200, 97458},
    {0x0240, 97462},
    {0x0280, 97470},
    {0x02C0, 97483},
    {0x0300, 97499},
    {0x0301, 97511},
    {0x0340, 97540},
    {0x0341, 97558},
    {0x0380, 203},
    {0x0381, 97593},
    {0x0382, 97628},
    {0x03C0, 237},
    {0x03C1, 97665},
    {0x03C2, 97698},
    {0x03C3, 97728},
    {0x03C4, 97761},
    {0x03C5, 97793},
    {0x03C6, 97834},
    {0x03C7, 97870},
    {0x03C8, 97906},
    {0x03C9, 97946},
    {0x03CA, 97979},
    {0x0400, 98023},
    {0x0440, 98037},
    {0x0441, 98060},
    {0x0442, 98115},
    {0x0443, 98170},
    {0x0480, 98224},
    {0x0481, 98232},
    {0x0482, 98258},
    {0x0483, 98280},
    {0x0484, 98304},
    {0x0485, 98326},
    {0x04C0, 98360},
    {0x04C1, 98375},
    {0x04C2, 98398},
    {0x04C3, 98427},
    {0x04C4, 98450},
    {0x04C5, 98473},
    {0x04C6, 98503},
    {0x04C7, 98531},
    {0x04C8, 98561},
    {0x04C9, 98591},
    {0x04CA, 98621},
    {0x04CB, 98652},
    {0x04CC, 98693},
    {0x04CD, 98721},
    {0x0500, 98742},
    {0x0501, 98757},
    {0x0502, 98786},
    {0x0503, 98814},
    {0x0540, 98849},
    {0x0541, 98856},
    {0x0542, 98878},
    {0x0543, 98905},
    {0x0544, 98932},
    {0x0545, 98956},
    {0x0546, 98976},
    {0x0547, 98997},
    {0x0548, 99022},
    {0x0549, 99045},
    {0x054A, 99076},
    {0x054B, 99106},
    {0x054C, 99135},
    {0x054D, 99157},
    {0x054E, 99184},
    {0x054F, 99204},
    {0x0550, 99224},
    {0x0551, 99244},
    {0x0552, 99269},
    {0x0553, 99290},
    {0x0554, 99319},
    {0x0555, 99350},
    {0x0556, 99378},
    {0x0557, 99398},
    {0x0558, 99419},
    {0x0559, 99442},
    {0x0580, 99479},
    {0x0581, 99494},
    {0x0582, 99521},
    {0x0583, 99551},
    {0x0584, 99579},
    {0x0585, 99609},
    {0x0586, 99636},
    {0x0587, 99666},
    {0x0588, 99696},
    {0x0589, 99728},
    {0x058A, 99756},
    {0x058B, 99789},
    {0x058C, 99824},
    {0x058D, 99854},
    {0x058E, 99883},
    {0x058F, 99914},
    {0x0590, 99940},
    {0x0591, 99969},
    {0x0592, 99998},
    {0x0593, 100028},
    {0x0594, 100054},
    {0x0595, 100091},
    {0x0596, 100124},
    {0x0597, 100153},
    {0x0598, 100174},
    {0x0599, 100204},
    {0x05C0, 100235},
    {0x05C1, 100239},
    {0x05C2, 100256},
    {0x05C3, 100271},
    {0x05C4, 100288},
    {0x05C5, 100306},
    {0x05C6, 100320},
    {0x0600, 100334},
    {0x0601, 100339},
    {0x0602, 100356},
    {0x0603, 100373},
    {0x0604, 100393},
    {0x0605, 100406},
    {0x0606, 100421},
    {0x0607, 100434},
    {0x0608, 100450},
    {0x0609, 100472},
    {0x060A, 100499},
    {0x060B, 100516},
    {0x0640, 100534},
    {0x0680, 100551},
    {0x06C0, 100562},
    {0x06C1, 100570},
    {0x06C2, 100588},
    {0x06C3, 100604},
    {0x06C4, 100623},
    {0x06C5, 100648},
    {0x06C6, 100678},
    {0x06C7, 100698},
    {0x0700, 100719},
    {0x0701, 100734},
    {0x0702, 100762},
    {0x0703, 100790},
    {0x0704, 100826},
    {0x0705, 100854},
    {0x0706, 100879},
    {0x0707, 100902},
    {0x0708, 100932},
    {0x0709, 100958},
    {0x0740, 100981},
    {0x0741, 100998},
    {0x0742, 101031},
    {0x0743, 101056},
    {0x0744, 101091},
    {0x0745, 101118},
    {0x0780, 101143},
    {0x0781, 101156},
    {0x0782, 101183},
    {0x0783, 101209},
    {0x0784, 101228},
    {0x0785, 101255},
    {0x0786, 101280},
    {0x0787, 101316},
    {0x0788, 101344},
    {0x0789, 101370},
    {0x07C0, 101395},
    {0x07C1, 101408},
    {0x07C2, 101446},
    {0x07C3, 101469},
    {0x07C4, 101492},
    {0x07C5, 101523},
    {0x07C6, 101547},
    {0x07C7, 101583},
    {0x07C8, 101617},
    {0x0800, 101667},
    {0x0801, 101683},
    {0x0802, 101714},
    {0x0803, 101745},
    {0x0804, 101776},
    {0x0805, 101808},
    {0x0806, 101842},
    {0x0840, 101875},
    {0x0841, 101886},
    {0x0842, 101917},
    {0x0843, 101938},
    {0x0844, 101968},
    {0x0845, 102001},
    {0x0880, 102026},
    {0x0881, 102039},
    {0x0882, 102064},
    {0x0883, 102084},
    {0x0884, 102103},
    {0x0885, 102122},
    {0x0886, 102156},
    {0x0887, 102183},
    {0x0888, 102203},
    {0x0889, 102235},
    {0x08C0, 102260},
    {0x08C1, 102278},
    {0x08C2, 102301},
    {0x08C3, 102340},
    {0x08C4, 102377},
    {0x08C5, 102406},
    {0x08C6, 102433},
    {0x08C7, 102458},
    {0x08C8, 102495},
    {0x08C9, 102528},
    {0x08CA, 102557},
    {0x08CB, 102584},
    {0x08CC, 102607},
    {0x08CD, 102634},
    {0x08CE, 102674},
    {0x08CF, 102710},
    {0x0900, 102763},
    {0x0901, 102782},
    {0x0902, 102815},
    {0x0903, 102843},
    {0x0904, 102868},
    {0x0905, 102898},
    {0x0906, 102926},
    {0x0907, 102962},
    {0x0908, 102988},
    {0x0909, 103021},
    {0x090A, 103054},
    {0x090B, 103087},
    {0x090C, 103118},
    {0x090D, 103153},
    {0x090E, 103196},
    {0x090F, 103228},
    {0x0940, 103264},
    {0x0941, 103286},
    {0x0942, 103316},
    {0x0943, 103347},
    {0x0944, 103381},
    {0x0945, 103414},
    {0x0946, 103449},
    {0x0980, 103485},
    {0x0981, 103494},
    {0x0982, 103519},
    {0x0983, 103540},
    {0x0984, 103561},
    {0x09C0, 103596},
    {0x09C1, 103609},
    {0x09C2, 103633},
    {0x09C3, 103656},
    {0x09C4, 103676},
    {0x09C5, 103696},
    {0x09C6, 103720},
    {0x09C7, 103744},
    {0x09C8, 103769},
    {0x09C9, 103797},
    {0x09CA, 103831},
    {0x0A00, 103857},
    {0x0A01, 103875},
    {0x0A02, 103905},
    {0x0A03, 103932},
    {0x0A40, 103961},
    {0x0A41, 103973},
    {0x0A42, 104005},
    {0x0A43, 104041},
    {0x0A80, 104071},
    {0x0A81, 104078},
    {0x0A82, 104110},
    {0x0AC0, 104144},
    {0x0AC1, 104152},
    {0x0AC2, 104177},
    {0x0C40, 533},
    {0x0C41, 104203},
    {0x0C42, 104244},
    {0x0C80, 429},
    {0x0CC0, 104286},
    {0x0CC1, 104311},
    {0x0CC2, 104356},
    {0x0D00, 104399},
    {0x0D40, 104426},
    {0x0D41, 104439},
    {0x0D44, 104480},
    {0x0D48, 104519},
    {0x0D80, 104545},
    {0x0DC0, 104565},
    {0x0DC1, 104576},
    {0x1440, 104608},
    {0x1441, 104632},
    {0x1442, 104674},
    {0x1443, 104731},
    {0x1444, 104769},
    {0x1480, 1295},
    {0x1481, 104822},
    {0x1482, 104875},
    {0x1483, 104914},
    {0x1484, 104960},
    {0x1485, 105002},
    {0x1486, 105046},
    {0x14C0, 105089},
    {0x14C1, 105106},
    {0x14C2, 105144},
    {0x14C3, 105186},
    {0x14C4, 105228},
    {0x14C5, 105270},
    {0x14C6, 105305},
    {0x14C7, 105328},
    {0x14C8, 105373},
    {0x14C9, 105405},
    {0x1500, 105442},
    {0x1501, 105458},
    {0x1502, 105488},
    {0x1503, 105521},
    {0x1504, 105550},
    {0x1505, 105580},
    {0x1506, 105606},
    {0x1507, 105634},
    {0x1508, 105661},
    {0x1509, 105689},
    {0x150A, 105743},
    {0x150B, 105773},
    {0x150C, 105798},
    {0x150D, 105826},
    {0x150E, 105853},
    {0x150F, 105877},
    {0x1510, 105901},
    {0x1511, 105922},
    {0x1512, 105951},
    {0x1513, 105983},
    {0x1514, 106013},
    {0x0001, 106042},
    {0x0002, 106048},
    {0x0003, 106105},
    {0x0004, 106160},
    {0x0005, 106217},
    {0x0006, 106272},
    {0x0007, 106330},
    {0x0008, 106386},
    {0x0009, 106407},
    {0x000A, 2227},
    {0x000D, 106427},
    {0x000E, 106443},
    {0x000F, 106469},
    {0x0010, 106501},
    {0x0011, 106527},
    {0x0012, 106562},
    {0x0014, 106599},
    {0x0015, 106641},
    {0x0016, 106684},
    {0x0017, 106711},
    {0x0018, 106733},
    {0x0019, 2100},
    {0x001A, 106755},
    {0x001B, 106776},
    {0x001C, 106804},
    {0x001D, 106812},
    {0x001E, 106838},
    {0x001F, 106870},
    {0x0020, 106912},
    {0x0021, 106939},
    {0x0022, 106967},
    {0x0023, 107008},
    {0x0024, 5162},
    {0x0025, 514},
    {0x0026, 107043},
    {0x0027, 107068},
    {0x0028, 107090},
    {0x0029, 107120},
    {0x002A, 107127},
    {0x002B, 107140},
    {0x002C, 107152},
    {0x002D, 107160},
    {0x002E, 107175},
    {0x002F, 107201},
    {0x0030, 107229},
    {0x0031, 107244},
    {0x0032, 107271},
    {0x0034, 1235},
    {0x003D, 107320},
    {0x00FF, 107340},
    {0x0002, 107367},
    {0x0003, 107372},
    {0x0004, 107378},
    {0x0005, 107385},
    {0x0006, 107391},
    {0x0007, 107397},
    {0x0008, 107402},
    {0x0009, 107407},
    {0x000A, 107413},
    {0x000B, 107420},
    {0x000C, 107426},
    {0x000D, 107432},
    {0x000E, 107437},
    {0x000F, 107443},
    {0x0010, 107448},
    {0x0011, 107454},
    {0x0012, 107459},
    {0x0013, 107464},
    {0x0014, 107468},
    {0x0015, 107476},
    {0x0016, 107482},
    {0x0017, 107488},
    {0x0018, 107495},
    {0x0019, 107500},
    {0x001A, 107506},
    {0x001B, 107510},
    {0x001C, 107516},
    {0x001D, 107522},
    {0x001E, 107527},
    {0x001F, 107533},
    {0x0020, 107539},
    {0x0021, 107550},
    {0x0022, 107560},
    {0x0023, 107571},
    {0x0024, 107581},
    {0x0025, 107589},
    {0x0026, 107595},
    {0x0027, 107603},
    {0x0028, 107608},
    {0x0029, 107614},
    {0x002A, 107621},
    {0x002B, 107627},
    {0x002C, 107636},
    {0x002D, 107642},
    {0x002E, 107647},
    {0x002F, 107651},
    {0x0030, 107656},
    {0x0031, 107662},
    {0x0032, 107679},
    {0x0033, 107684},
    {0x0034, 107690},
    {0x0035, 107698},
    {0x0036, 107704},
    {0x0037, 107711},
    {0x0038, 107718},
    {0x0039, 107727},
    {0x003A, 107736},
    {0x003B, 107743},
    {0x003C, 107750},
    {0x003D, 107755},
    {0x003E, 107761},
    {0x003F, 107766},
    {0x0040, 107772},
    {0x0041, 107783},
    {0x0042, 107795},
    {0x0043, 107801},
    {0x0044, 107808},
    {0x0045, 107813},
    {0x0046, 107818},
    {0x0047, 107826},
    {0x0048, 107832},
    {0x0049, 107845},
    {0x004A, 107853},
    {0x004B, 107858},
    {0x004C, 107864},
    {0x004D, 107871},
    {0x004E, 107875},
    {0x004F, 107880},
    {0x0050, 107887},
    {0x0051, 107891},
    {0x0052, 107896},
    {0x0053, 107902},
    {0x0054, 107915},
    {0x0055, 107928},
    {0x0056, 107942},
    {0x0057, 107948},
    {0x0058, 107957},
    {0x0059, 107966},
    {0x005A, 107971},
    {0x005B, 107982},
    {0x005C, 107987},
    {0x005D, 107992},
    {0x005E, 107997},
    {0x005F, 108002},
    {0x0060, 108014},
    {0x0061, 108018},
    {0x0062, 108026},
    {0x0063, 108035},
    {0x0064, 108044},
    {0x0065, 108050},
    {0x0066, 108058},
    {0x0067, 108066},
    {0x0068, 108084},
    {0x0069, 108109},
    {0x006A, 108118},
    {0x006B, 108123},
    {0x006C, 108140},
    {0x006D, 108160},
    {0x006E, 108165},
    {0x006F, 108170},
    {0x0070, 108176},
    {0x0071, 108186},
    {0x0072, 108192},
    {0x0073, 108203},
    {0x0074, 108211},
    {0x0075, 108217},
    {0x0076, 108221},
    {0x0077, 108226},
    {0x0078, 108240},
    {0x0079, 108247},
    {0x007A, 108252},
    {0x007B, 108257},
    {0x007C, 108263},
    {0x007D, 108268},
    {0x007E, 108273},
    {0x007F, 108279},
    {0x0080, 108285},
    {0x0081, 108291},
    {0x0082, 108296},
    {0x0083, 108301},
    {0x0084, 108310},
    {0x0085, 108318},
    {0x0086, 108325},
    {0x0087, 108333},
    {0x0088, 108339},
    {0x0089, 108347},
    {0x008A, 108356},
    {0x008B, 108361},
    {0x008C, 108370},
    {0x008D, 108389},
    {0x008E, 108396},
    {0x008F, 108404},
    {0x0090, 108409},
    {0x0091, 108416},
    {0x0092, 108421},
    {0x0093, 108427},
    {0x0094, 108438},
    {0x0095, 108446},
    {0x0096, 108456},
    {0x0097, 108463},
    {0x0098, 108469},
    {0x0099, 108476},
    {0x009A, 108481},
    {0x009B, 108491},
    {0x009C, 108496},
    {0x009D, 108503},
    {0x009E, 108510},
    {0x009F, 108516},
    {0x00A0, 108528},
    {0x00A1, 108534},
    {0x00A2, 108539},
    {0x00A3, 108546},
    {0x00A4, 108551},
    {0x00A5, 108557},
    {0x00A6, 108565},
    {0x00A7, 108574},
    {0x00A8, 108579},
    {0x00A9, 108586},
    {0x00AA, 108594},
    {0x00AB, 108599},
    {0x00AC, 108610},
    {0x00AD, 108620},
    {0x00AE, 108628},
    {0x00AF, 108633},
    {0x00B0, 108641},
    {0x00B1, 108649},
    {0x00B2, 108659},
    {0x00B3, 108672},
    {0x00B4, 108680},
    {0x00B5, 108686},
    {0x00B6, 108695},
    {0x00B7, 108702},
    {0x00B8, 108707},
    {0x00B9, 108714},
    {0x00BA, 108723},
};
const uint16_t acc_assigned_starts[] = {0, 607, 4615, 4678, 5020, 5070, 5255};
